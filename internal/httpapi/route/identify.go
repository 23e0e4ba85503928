package route

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
	"engram/internal/token"
)

type identityKey struct{}

func identityOf(ctx context.Context) account.Identity {
	return ctx.Value(identityKey{}).(account.Identity)
}

// SessionOf returns the id of the caller's session or API token, to which links in the answer are
// bound.
func SessionOf(ctx context.Context) string { return identityOf(ctx).SessionID() }

func (r *Router) authenticate(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	id, err := r.identify(ctx.Context(), ctx.Header("authorization"), ctx.URL().RawQuery, scopes[op.Method+" "+op.Path])
	if err != nil {
		request, w := humago.Unwrap(ctx)
		challenge(w.Header(), err, ctx.Header("authorization"))
		wire.WriteFault(w, request, r.log, err)
		return
	}
	next(huma.WithValue(ctx, identityKey{}, id))
}

// identify returns the caller of a session's token, or of an API token with the scope.
func (r *Router) identify(ctx context.Context, header, query string, scope token.Scope) (account.Identity, error) {
	if err := refuseInQuery(query); err != nil {
		return account.Identity{}, err
	}
	credential := BareToken(header)
	if _, ok := token.KindOf(credential); !ok {
		return r.accounts.Authenticate(ctx, credential)
	}
	id, t, err := r.tokens.Verify(ctx, credential, "")
	switch {
	case err != nil:
		return account.Identity{}, err
	case scope == closed:
		return account.Identity{}, fault.New(fault.Forbidden, "API tokens can't do this. Please sign in.")
	case !t.Scopes.Has(scope):
		return account.Identity{}, lacking(scope)
	}
	return id, nil
}

// lacking returns the fault of a token without a scope.
func lacking(scope token.Scope) error {
	return &missingScope{fault.New(fault.Forbidden, fmt.Sprintf("This token may not do this: it needs the scope %q", scope)), scope}
}

// missingScope is the fault of a token that lacks a scope.
type missingScope struct {
	refusal *fault.Error
	scope   token.Scope
}

func (m *missingScope) Error() string { return m.refusal.Error() }

func (m *missingScope) Unwrap() error { return m.refusal }

// challenge says in the header of RFC 6750 what a refused request lacks.
func challenge(h http.Header, err error, authorization string) {
	var missing *missingScope
	switch {
	case errors.As(err, &missing):
		h.Set("WWW-Authenticate", fmt.Sprintf(`Bearer error="insufficient_scope", scope="%s"`, missing.scope))
	case fault.KindOf(err) == fault.Unauthenticated && authorization != "":
		h.Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	case fault.KindOf(err) == fault.Unauthenticated:
		h.Set("WWW-Authenticate", "Bearer")
	}
}

// refuseInQuery refuses a token in the address, which logs and histories keep.
func refuseInQuery(query string) error {
	values, _ := url.ParseQuery(query) // what can be read of it
	inQuery := values.Has("access_token") || values.Has("authorization")
	for _, all := range values {
		for _, value := range all {
			_, isToken := token.KindOf(strings.TrimSpace(value))
			inQuery = inQuery || isToken
		}
	}
	if !inQuery {
		return nil
	}
	return fault.New(fault.Invalid, "A token belongs into the Authorization header, not into the address, where logs keep it. Please revoke it and make a new one.")
}

// Valid reports whether the credential of a request that was accepted still is.
func (r *Router) Valid(ctx context.Context, id account.Identity, header string) bool {
	credential := BareToken(header)
	if _, ok := token.KindOf(credential); ok {
		lasts, err := r.tokens.Lasts(ctx, id.User().ID, id.SessionID())
		return lasts || err != nil
	}
	_, err := r.accounts.Authenticate(ctx, credential)
	return fault.KindOf(err) != fault.Unauthenticated
}

// BareToken removes what clients put around a token: a Bearer prefix, quotes, blanks.
func BareToken(header string) string {
	token := strings.Trim(strings.TrimSpace(header), `"`)
	for _, scheme := range []string{"Bearer ", "Token "} {
		if len(token) > len(scheme) && strings.EqualFold(token[:len(scheme)], scheme) {
			token = token[len(scheme):]
			break
		}
	}
	return strings.Trim(strings.TrimSpace(token), `"`)
}
