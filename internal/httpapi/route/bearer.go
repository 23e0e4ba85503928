package route

import (
	"context"
	"net/http"
	"strings"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/token"
)

// Bearer returns the caller of a token that a request to an audience bears in its Authorization header,
// as RFC 6750 has it. Sessions are no such tokens. fault.Unauthenticated without one that is valid,
// fault.Invalid if there is one in the address.
func (r *Router) Bearer(request *http.Request, audience string) (account.Identity, token.Token, error) {
	if err := refuseInQuery(request.URL.RawQuery); err != nil {
		return account.Identity{}, token.Token{}, err
	}
	scheme, credential, _ := strings.Cut(request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(credential) == "" {
		return account.Identity{}, token.Token{}, fault.New(fault.Unauthenticated, "Please send a token as \"Authorization: Bearer TOKEN\"")
	}
	return r.tokens.Verify(request.Context(), strings.TrimSpace(credential), audience)
}

// PublicURL returns the address that users see; empty if that is only known from requests.
func (r *Router) PublicURL() string { return r.publicURL }

// Basic returns the caller of a request by their username and, as the password, an API token with a scope, for programs that
// know no other way. fault.Unauthenticated without such a pair, fault.Forbidden without the scope.
func (r *Router) Basic(request *http.Request, scope token.Scope) (account.Identity, error) {
	if err := refuseInQuery(request.URL.RawQuery); err != nil {
		return account.Identity{}, err
	}
	name, password, ok := request.BasicAuth()
	if !ok {
		return account.Identity{}, fault.New(fault.Unauthenticated, "Please send your username and, as the password, an API token")
	}
	return r.Password(request.Context(), name, password, scope)
}

// Password returns the user of an API token that is sent as the password of a username. The account's password is never
// taken for one: programs keep what they are given.
func (r *Router) Password(ctx context.Context, name, password string, scope token.Scope) (account.Identity, error) {
	if _, ok := token.KindOf(password); !ok {
		return account.Identity{}, fault.New(fault.Unauthenticated, "The password for other programs is an API token, not that of your account. Make one under Profile, Security.")
	}
	id, err := r.Holder(ctx, password, scope)
	if err == nil && !strings.EqualFold(name, id.User().Username) {
		return account.Identity{}, fault.New(fault.Unauthenticated, "This token is not of that user")
	}
	return id, err
}

// Holder returns the user of an API token with a scope. fault.Unauthenticated if it is not valid, fault.Forbidden without the
// scope.
func (r *Router) Holder(ctx context.Context, secret string, scope token.Scope) (account.Identity, error) {
	id, t, err := r.tokens.Verify(ctx, secret, "")
	switch {
	case err != nil:
		return account.Identity{}, err
	case !t.Scopes.Has(scope):
		return account.Identity{}, lacking(scope)
	}
	return id, nil
}
