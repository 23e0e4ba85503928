// Package mailbox is the calls about a user's email address that saves. No token may make them: an address outlives the
// token.
package mailbox

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/inbox"
	"engram/internal/token"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Mails  *inbox.Service
	Tokens *token.Service // which knows whose plan has API access
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/email-address", 0, "The caller's email address that saves, if there is one", p.read)
	route.SignedIn(r, "POST /api/v1/email-address", route.SmallBody, "Give the caller an email address, which ends the one before", p.renew, 403, 404)
	route.SignedIn(r, "DELETE /api/v1/email-address", route.SmallBody, "End the caller's email address at once", p.end)
}

// WireMailbox is a user's email address.
type WireMailbox struct {
	Receives  bool       `json:"receives" doc:"This Engram receives mail."`
	Allowed   bool       `json:"allowed" doc:"The plan has an email address."`
	Address   string     `json:"address" doc:"Empty: there is none. Whoever knows it can save; it opens nothing."`
	CreatedAt *time.Time `json:"createdAt" doc:"Null: there is none."`
	UsedAt    *time.Time `json:"usedAt" doc:"When a mail was saved last; null: none ever was."`
}

type mailboxOutput struct{ Body WireMailbox }

func (p Parts) read(ctx context.Context, id account.Identity, _ *struct{}) (*mailboxOutput, error) {
	allowed, err := p.Tokens.Includes(ctx, id)
	if err != nil {
		return nil, err
	}
	address, b, err := p.Mails.Address(ctx, id.User().ID)
	return p.shown(address, b, allowed), err
}

func (p Parts) shown(address string, b inbox.Box, allowed bool) *mailboxOutput {
	out := &mailboxOutput{WireMailbox{Receives: p.Mails.Receives(), Allowed: allowed, Address: address, UsedAt: wire.TimeOrNull(b.UsedAt)}}
	if address != "" {
		out.Body.CreatedAt = wire.TimeOrNull(b.MadeAt)
	}
	return out
}

func (p Parts) renew(ctx context.Context, id account.Identity, _ *struct{}) (*mailboxOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	address, b, err := p.Mails.Renew(ctx, id.User().ID)
	return p.shown(address, b, true), err
}

func (p Parts) end(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Email address ended"), p.Mails.End(ctx, id.User().ID)
}
