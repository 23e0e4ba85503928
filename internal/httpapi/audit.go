package httpapi

import (
	"context"
	"time"

	"engram/internal/account"
)

type wireEvent struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind" enum:"signed-up,signed-in,signed-out,session-ended,sessions-ended,password-changed,email-changed,email-removed,ai-allowed,ai-forbidden,conversation-term,token-made,token-revoked,feed-made,feed-revoked,program-connected,program-disconnected,exported,webhook-made,webhook-changed,webhook-removed,webhook-off,mailbox-made,mailbox-ended,pro-began,pro-cancelled,pro-ended"`
	Text   string    `json:"text,omitempty" doc:"The device of a session that was ended, how long conversations are kept now, the name of an API token, or the format of an export; absent otherwise."`
	At     time.Time `json:"at"`
	Device *string   `json:"device" doc:"What it was done with; null where that was not a device of the caller's."`
}

type auditInput struct {
	Cursor string `query:"cursor" doc:"The nextCursor of the page before."`
}

type auditOutput struct {
	Body struct {
		Events     []wireEvent `json:"events" nullable:"false" doc:"The newest first, at most 50."`
		NextCursor string      `json:"nextCursor,omitempty" doc:"Absent after the last page."`
	}
}

func (a *api) listEvents(ctx context.Context, id account.Identity, in *auditInput) (*auditOutput, error) {
	events, next, err := a.Audit.List(ctx, id.User().ID, in.Cursor)
	out := &auditOutput{}
	out.Body.Events = []wireEvent{}
	for _, e := range events {
		out.Body.Events = append(out.Body.Events, wireEvent{ID: e.ID, Kind: string(e.Kind), Text: e.Text, At: e.At, Device: orNull(e.Device)})
	}
	out.Body.NextCursor = next
	return out, err
}
