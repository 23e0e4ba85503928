package route

import (
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
