// Package access is the calls about what has access to an account: sessions and API tokens. No token may make them.
package access

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/token"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Accounts *account.Service
	Tokens   *token.Service
	Now      func() time.Time
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/sessions", 0, "Where the caller is signed in", p.listSessions)
	route.SignedIn(r, "DELETE /api/v1/sessions/{id}", route.SmallBody, "End a session of the caller's", p.endSession, 404)
	route.SignedIn(r, "DELETE /api/v1/sessions", route.SmallBody, "End every other session", p.endOtherSessions)
	route.SignedIn(r, "GET /api/v1/tokens", 0, "The caller's API tokens, newest first", p.list)
	route.SignedIn(r, "POST /api/v1/tokens", route.SmallBody, "Make an API token, which is shown this once", p.create, 400, 403, 429)
	route.SignedIn(r, "DELETE /api/v1/tokens/{id}", route.SmallBody, "Revoke an API token of the caller's at once", p.revoke, 404)
}

// WireToken is an API token without its secret.
type WireToken struct {
	ID         string     `json:"id" doc:"Names the token, and opens nothing."`
	Name       string     `json:"name"`
	Scopes     []string   `json:"scopes" nullable:"false" enum:"read,ask,save,edit,export"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"To the hour; null until it is used."`
	ExpiresAt  *time.Time `json:"expiresAt" doc:"Null: never. It is listed for a month after."`
	Expired    bool       `json:"expired"`
}

func (p Parts) wire(t token.Token) WireToken {
	return WireToken{
		ID: t.ID, Name: t.Name, Scopes: t.Scopes.Strings(), CreatedAt: t.CreatedAt.UTC(), LastUsedAt: wire.TimeOrNull(t.LastUsed),
		ExpiresAt: wire.TimeOrNull(t.ExpiresAt), Expired: t.Expired(p.Now()),
	}
}

type tokensOutput struct {
	Body struct {
		Tokens  []WireToken `json:"tokens" nullable:"false"`
		Allowed bool        `json:"allowed" doc:"The plan has API access: tokens can be made, and those that there are work."`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*tokensOutput, error) {
	out := &tokensOutput{}
	out.Body.Tokens = []WireToken{}
	var err error
	if out.Body.Allowed, err = p.Tokens.Includes(ctx, id); err != nil {
		return nil, err
	}
	all, err := p.Tokens.List(ctx, id)
	for _, t := range all {
		out.Body.Tokens = append(out.Body.Tokens, p.wire(t))
	}
	return out, err
}

type createInput struct {
	Body struct {
		Name      string     `json:"name" doc:"At most 64 characters, by which its owner knows it."`
		Scopes    []string   `json:"scopes" nullable:"false" enum:"read,ask,save,edit,export" doc:"What it may do; none includes another."`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" nullable:"true" doc:"When it ends; never if left out or null."`
	}
}

type createOutput struct {
	Body struct {
		WireToken
		Token string `json:"token" doc:"The token itself, sent as \"Authorization: Bearer\" with it. It can't be read again."`
	}
}

func (p Parts) create(ctx context.Context, id account.Identity, in *createInput) (*createOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	var expires time.Time
	if in.Body.ExpiresAt != nil {
		expires = *in.Body.ExpiresAt
	}
	secret, t, err := p.Tokens.Make(ctx, id, in.Body.Name, in.Body.Scopes, expires)
	if err != nil {
		return nil, err
	}
	out := &createOutput{}
	out.Body.WireToken, out.Body.Token = p.wire(t), secret
	return out, nil
}

type revokeInput struct {
	ID string `path:"id"`
}

func (p Parts) revoke(ctx context.Context, id account.Identity, in *revokeInput) (*wire.MessageOutput, error) {
	return wire.Message("Token revoked"), p.Tokens.Revoke(ctx, id, in.ID)
}
