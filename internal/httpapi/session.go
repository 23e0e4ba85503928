package httpapi

import (
	"cmp"
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

type wireSignedIn struct {
	ID         string     `json:"id" doc:"Names the session, and opens nothing."`
	Device     string     `json:"device" doc:"In words, such as \"Firefox on Windows\"."`
	CreatedAt  *time.Time `json:"createdAt" doc:"Null where that was not kept yet."`
	LastUsedAt time.Time  `json:"lastUsedAt" doc:"To the hour."`
	Current    bool       `json:"current" doc:"The one that asks."`
}

type sessionsOutput struct {
	Body struct {
		Sessions []wireSignedIn `json:"sessions" nullable:"false" doc:"The one that asks first, then the latest used; at most 100."`
	}
}

func (a *api) listSessions(ctx context.Context, id account.Identity, _ *struct{}) (*sessionsOutput, error) {
	sessions, err := a.Accounts.Sessions(ctx, id)
	out := &sessionsOutput{}
	out.Body.Sessions = []wireSignedIn{}
	for _, s := range sessions {
		out.Body.Sessions = append(out.Body.Sessions, wireSignedIn{
			ID: s.ID, Device: cmp.Or(s.Device, account.UnknownDevice), CreatedAt: wire.TimeOrNull(s.CreatedAt), LastUsedAt: s.LastUsed, Current: s.Current,
		})
	}
	return out, err
}

type sessionInput struct {
	ID string `path:"id"`
}

func (a *api) endSession(ctx context.Context, id account.Identity, in *sessionInput) (*wire.MessageOutput, error) {
	return wire.Message("Session ended"), a.Accounts.EndSession(ctx, id, in.ID)
}

func (a *api) endOtherSessions(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Every other session ended"), a.Accounts.EndOtherSessions(ctx, id)
}
