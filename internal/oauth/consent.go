package oauth

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/token"
)

// Consent describes a program to the person who may connect it.
type Consent struct {
	Name     string // of the program, as it calls itself
	Host     string // that vouches for it; empty: none does
	Redirect string // host to which the person is led back
	Local    bool   // that is a program on the person's own machine
	Scopes   token.Scopes
	Ticket   string // names what was shown to this session; it is needed to decide

	Problem string // why it can't be connected, in words for its makers; empty: it can
	Back    string // address that tells the program of the problem
}

// Describe returns what an authorization request asks for. fault.Invalid in words if its program is not known or would
// have people led elsewhere, fault.Forbidden if the caller's plan has no API access.
func (s *Service) Describe(ctx context.Context, id account.Identity, origin, query string) (Consent, error) {
	r, err := s.read(ctx, id.User().ID, origin, query)
	if err != nil {
		return Consent{}, err
	}
	c := Consent{Name: r.client.Name, Host: r.client.Host, Redirect: hostOf(r.redirect), Local: r.local(), Scopes: r.scopes}
	if r.problem != nil {
		c.Problem, c.Back = r.problem.Words, r.refusal(origin, *r.problem)
		return c, nil
	}
	if err := s.Tokens.Allowed(ctx, id); err != nil {
		return Consent{}, err
	}
	c.Ticket = s.ticket(id, query, s.Now().Add(consentLasts))
	return c, nil
}

// local reports whether people are led back to a program on their own machine, which any can claim to be.
func (r request) local() bool { return !strings.HasPrefix(r.redirect, "https://") }

// Decision holds what a person decided on a request that was shown to them.
type Decision struct {
	Query  string
	Ticket string
	Allow  bool
	Scopes []string // that the program gets, of those that it asked for
}

// Decide returns the address to which the person is led back: with a code if they allow it, else with an error.
// fault.Invalid without the ticket of what this session was shown.
func (s *Service) Decide(ctx context.Context, id account.Identity, origin string, d Decision) (string, error) {
	if !s.shown(id, d) {
		return "", fault.New(fault.Invalid, "This page is too old, or belongs to another session. Please begin anew in the program that you want to connect.")
	}
	r, err := s.read(ctx, id.User().ID, origin, d.Query)
	if err != nil {
		return "", err
	}
	switch {
	case r.problem != nil:
		return r.refusal(origin, *r.problem), nil
	case !d.Allow:
		return r.refusal(origin, Error{AccessDenied, "The user said no"}), nil
	}
	if err := s.Tokens.Allowed(ctx, id); err != nil {
		return "", err
	}
	scopes := narrowed(r.scopes, d.Scopes)
	if len(scopes) == 0 {
		return "", fault.New(fault.Invalid, "Please choose at least one thing that the program may do")
	}
	code, err := s.grant(ctx, id.User().ID, r, scopes)
	if err != nil {
		return "", err
	}
	return r.answer(origin, "code", code), nil
}

// narrowed returns the scopes of all that are chosen.
func narrowed(all token.Scopes, chosen []string) (scopes token.Scopes) {
	for _, scope := range all {
		if holds(chosen, string(scope)) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// grant stores a grant and returns its code.
func (s *Service) grant(ctx context.Context, userID string, r request, scopes token.Scopes) (code string, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	code, hash, err := token.NewSecret(token.Code, userID)
	if err != nil {
		return "", err
	}
	now := s.Now()
	g := Grant{
		ID: id.String(), UserID: userID, ClientID: r.client.ID, Name: r.client.Name, Host: hostOf(r.redirect),
		Scopes: scopes, Audience: r.audience, CreatedAt: now,
	}
	secret := Secret{Kind: token.Code, Hash: hash, Redirect: r.named, Challenge: r.challenge, ExpiresAt: now.Add(CodeLasts)}
	return code, s.Store.AddGrant(ctx, g, secret)
}

// ticket names a query that was shown to a session, until it expires.
func (s *Service) ticket(id account.Identity, query string, until time.Time) string {
	expires := strconv.FormatInt(until.Unix(), 10)
	return expires + "." + encode(s.sign("consent", id.User().ID, id.SessionID(), query, expires))
}

// shown reports whether a decision has the ticket of what this session was shown.
func (s *Service) shown(id account.Identity, d Decision) bool {
	expires, signature, _ := strings.Cut(d.Ticket, ".")
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || s.Now().Unix() >= until {
		return false
	}
	sum, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && hmac.Equal(sum, s.sign("consent", id.User().ID, id.SessionID(), d.Query, expires))
}
