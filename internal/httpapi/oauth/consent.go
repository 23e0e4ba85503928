package oauth

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/oauth"
)

type requestInput struct {
	Body struct {
		Query string `json:"query" doc:"Of the address /oauth/authorize, as the program wrote it, without its question mark."`
	}
}

type requestOutput struct {
	Body struct {
		Name     string   `json:"name" doc:"Of the program, as it calls itself."`
		Host     string   `json:"host,omitempty" doc:"The host of its description, which vouches for it; absent if it registered itself."`
		Redirect string   `json:"redirect" doc:"The host that the person is led back to, or the scheme of a program."`
		Local    bool     `json:"local" doc:"That is a program on the person's own machine, which any there can claim to be."`
		Scopes   []string `json:"scopes" nullable:"false" enum:"read,ask,save,edit"`
		Ticket   string   `json:"ticket,omitempty" doc:"Names what this session was shown, for 15 minutes. To be sent with the decision."`
		Problem  string   `json:"problem,omitempty" doc:"Why it can't be connected, for its makers."`
		Back     string   `json:"back,omitempty" doc:"The address that tells the program of the problem."`
	}
}

func (p Parts) describe(ctx context.Context, id account.Identity, in *requestInput) (*requestOutput, error) {
	c, err := p.OAuth.Describe(ctx, id, route.OriginOf(ctx), in.Body.Query)
	if err != nil {
		return nil, err
	}
	out := &requestOutput{}
	b := &out.Body
	b.Name, b.Host, b.Redirect, b.Local, b.Scopes = c.Name, c.Host, c.Redirect, c.Local, append([]string{}, c.Scopes.Strings()...)
	b.Ticket, b.Problem, b.Back = c.Ticket, c.Problem, c.Back
	return out, nil
}

type consentInput struct {
	Body struct {
		Query  string   `json:"query"`
		Ticket string   `json:"ticket"`
		Allow  bool     `json:"allow"`
		Scopes []string `json:"scopes,omitempty" nullable:"false" doc:"What the program may do, of what it asks for."`
	}
}

type consentOutput struct {
	Body struct {
		Redirect string `json:"redirect" doc:"The address of the program to lead the person to."`
	}
}

func (p Parts) decide(ctx context.Context, id account.Identity, in *consentInput) (*consentOutput, error) {
	to, err := p.OAuth.Decide(ctx, id, route.OriginOf(ctx), oauth.Decision{
		Query: in.Body.Query, Ticket: in.Body.Ticket, Allow: in.Body.Allow, Scopes: in.Body.Scopes,
	})
	if err != nil {
		return nil, err
	}
	out := &consentOutput{}
	out.Body.Redirect = to
	return out, nil
}

// WireApp is a connected program.
type WireApp struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Host       string     `json:"host" doc:"The host that it was connected from, or the scheme of a program."`
	Scopes     []string   `json:"scopes" nullable:"false" enum:"read,ask,save,edit"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"When it got a token last, which lasts an hour."`
}

type appsOutput struct {
	Body struct {
		Apps []WireApp `json:"apps" nullable:"false"`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*appsOutput, error) {
	out := &appsOutput{}
	out.Body.Apps = []WireApp{}
	all, err := p.OAuth.Grants(ctx, id)
	for _, g := range all {
		out.Body.Apps = append(out.Body.Apps, WireApp{g.ID, g.Name, g.Host, g.Scopes.Strings(), g.CreatedAt.UTC(), wire.TimeOrNull(g.UsedAt)})
	}
	return out, err
}

type endInput struct {
	ID string `path:"id"`
}

func (p Parts) end(ctx context.Context, id account.Identity, in *endInput) (*wire.MessageOutput, error) {
	return wire.Message("Disconnected"), p.OAuth.End(ctx, id, in.ID)
}
