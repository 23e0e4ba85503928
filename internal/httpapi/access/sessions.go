package access

import (
	"cmp"
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

// WireSignedIn is a session.
type WireSignedIn struct {
	ID         string     `json:"id" doc:"Names the session, and opens nothing."`
	Device     string     `json:"device" doc:"In words, such as \"Firefox on Windows\"."`
	CreatedAt  *time.Time `json:"createdAt" doc:"Null where that was not kept yet."`
	LastUsedAt time.Time  `json:"lastUsedAt" doc:"To the hour."`
	Current    bool       `json:"current" doc:"The one that asks."`
}

type sessionsOutput struct {
	Body struct {
		Sessions []WireSignedIn `json:"sessions" nullable:"false" doc:"The one that asks first, then the latest used; at most 100."`
	}
}

func (p Parts) listSessions(ctx context.Context, id account.Identity, _ *struct{}) (*sessionsOutput, error) {
	sessions, err := p.Accounts.Sessions(ctx, id)
	out := &sessionsOutput{}
	out.Body.Sessions = []WireSignedIn{}
	for _, s := range sessions {
		out.Body.Sessions = append(out.Body.Sessions, WireSignedIn{
			ID: s.ID, Device: cmp.Or(s.Device, account.UnknownDevice), CreatedAt: wire.TimeOrNull(s.CreatedAt), LastUsedAt: s.LastUsed, Current: s.Current,
		})
	}
	return out, err
}

type sessionInput struct {
	ID string `path:"id"`
}

func (p Parts) endSession(ctx context.Context, id account.Identity, in *sessionInput) (*wire.MessageOutput, error) {
	return wire.Message("Session ended"), p.Accounts.EndSession(ctx, id, in.ID)
}

func (p Parts) endOtherSessions(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Every other session ended"), p.Accounts.EndOtherSessions(ctx, id)
}
