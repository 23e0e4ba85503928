package oauth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"engram/internal/fault"
	"engram/internal/token"
)

// TokenRequest is a request for tokens. Parameters that are not given are empty.
type TokenRequest struct {
	GrantType string
	ClientID  string
	Code      string
	Redirect  string
	Verifier  string
	Refresh   string
	Scope     string
	Resources []string
}

// Issued are tokens for a client.
type Issued struct {
	Access  string
	Refresh string
	Lasts   time.Duration // of the access token
	Scopes  token.Scopes
}

// verifierForm matches the verifiers of PKCE (RFC 7636, section 4.1).
var verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// Exchange returns tokens for a code or a refresh token. Refusals are Errors.
func (s *Service) Exchange(ctx context.Context, origin string, r TokenRequest) (Issued, error) {
	switch r.GrantType {
	case "authorization_code":
		return s.redeem(ctx, origin, r)
	case "refresh_token":
		return s.refresh(ctx, origin, r)
	case "":
		return Issued{}, Error{InvalidRequest, "grant_type is missing"}
	}
	return Issued{}, Error{UnknownGrant, "grant_type must be authorization_code or refresh_token"}
}

// redeem exchanges a code.
func (s *Service) redeem(ctx context.Context, origin string, r TokenRequest) (Issued, error) {
	switch {
	case r.ClientID == "":
		return Issued{}, Error{InvalidClient, "client_id is missing"}
	case r.Code == "":
		return Issued{}, Error{InvalidRequest, "code is missing"}
	case r.Verifier == "":
		return Issued{}, Error{InvalidGrant, "code_verifier is missing"}
	case !verifierForm.MatchString(r.Verifier):
		return Issued{}, Error{InvalidGrant, "code_verifier is not of the form of RFC 7636"}
	}
	return s.use(ctx, token.Code, r.Code, r, func(g Grant, code Secret) error {
		sum := sha256.Sum256([]byte(r.Verifier))
		switch {
		case g.ClientID != r.ClientID:
			return Error{InvalidGrant, "the code was issued to another client"}
		case code.Redirect != r.Redirect:
			return Error{InvalidGrant, "redirect_uri is not that of the request"}
		case subtle.ConstantTimeCompare([]byte(encode(sum[:])), []byte(code.Challenge)) != 1:
			return Error{InvalidGrant, "code_verifier does not fit the challenge"}
		}
		return meant(origin, g, r.Resources)
	})
}

// refresh exchanges a refresh token.
func (s *Service) refresh(ctx context.Context, origin string, r TokenRequest) (Issued, error) {
	switch {
	case r.ClientID == "":
		return Issued{}, Error{InvalidClient, "client_id is missing"}
	case r.Refresh == "":
		return Issued{}, Error{InvalidRequest, "refresh_token is missing"}
	}
	return s.use(ctx, token.Refresh, r.Refresh, r, func(g Grant, _ Secret) error {
		if g.ClientID != r.ClientID {
			return Error{InvalidGrant, "the refresh token was issued to another client"}
		}
		for _, scope := range strings.Fields(r.Scope) {
			if !g.Scopes.Has(token.Scope(scope)) {
				return Error{InvalidScope, "the user did not grant " + scope}
			}
		}
		return meant(origin, g, r.Resources)
	})
}

// meant returns an Error unless the resources of a request are those of the grant.
func meant(origin string, g Grant, resources []string) error {
	audience, problem := audienceOf(origin, resources)
	switch {
	case problem != nil:
		return *problem
	case audience != g.Audience:
		return Error{InvalidTarget, "the grant is for " + g.Audience}
	}
	return nil
}

// use uses a code or a refresh token if check finds nothing wrong, and issues what comes next.
func (s *Service) use(ctx context.Context, kind token.Kind, secret string, r TokenRequest, check func(Grant, Secret) error) (Issued, error) {
	found, userID, hash, ok := token.ParseSecret(secret)
	if !ok || found != kind {
		return Issued{}, notValid(kind)
	}
	next, nextHash, err := token.NewSecret(token.Refresh, userID)
	if err != nil {
		return Issued{}, err
	}
	now := s.Now()
	g, err := s.Store.Use(ctx, userID, kind, hash, Secret{Kind: token.Refresh, Hash: nextHash, ExpiresAt: now.Add(RefreshLasts)}, now, check)
	switch fault.KindOf(err) {
	case fault.NotFound:
		return Issued{}, notValid(kind)
	case fault.Conflict:
		return Issued{}, Error{InvalidGrant, "it was used before: the connection was ended, since another may have it"}
	}
	if err != nil {
		return Issued{}, err
	}
	scopes := g.Scopes
	if asked := strings.Fields(r.Scope); kind == token.Refresh && len(asked) > 0 {
		scopes = narrowed(g.Scopes, asked)
	}
	access, _, err := s.Tokens.Issue(ctx, token.Token{
		UserID: userID, Kind: token.Access, Name: g.Name, Scopes: scopes, Audience: g.Audience, Grant: g.ID, ExpiresAt: now.Add(AccessLasts),
	})
	return Issued{Access: access, Refresh: next, Lasts: AccessLasts, Scopes: slices.Clone(scopes)}, err
}

func notValid(kind token.Kind) error {
	if kind == token.Code {
		return Error{InvalidGrant, "the code is not valid, or has expired"}
	}
	return Error{InvalidGrant, "the refresh token is not valid, or has expired"}
}

// Revoke ends the grant of a client's token, as RFC 7009 has it. A token that is not known is as good as revoked; that of
// another client is an Error.
func (s *Service) Revoke(ctx context.Context, clientID, secret string) error {
	switch {
	case clientID == "":
		return Error{InvalidClient, "client_id is missing"}
	case secret == "":
		return Error{InvalidRequest, "token is missing"}
	}
	g, err := s.grantOf(ctx, secret)
	switch {
	case fault.KindOf(err) == fault.NotFound, fault.KindOf(err) == fault.Unauthenticated:
		return nil
	case err != nil:
		return err
	case g.ClientID != clientID:
		return Error{Unauthorized, "the token was issued to another client"}
	}
	err = s.Store.EndGrant(ctx, g.UserID, g.ID, s.Now())
	if fault.KindOf(err) == fault.NotFound {
		return nil // it ended meanwhile
	}
	return err
}

// grantOf returns the grant of an access or a refresh token.
func (s *Service) grantOf(ctx context.Context, secret string) (Grant, error) {
	kind, userID, hash, ok := token.ParseSecret(secret)
	switch {
	case ok && kind == token.Refresh:
		return s.Store.GrantOf(ctx, userID, hash)
	case ok && kind == token.Access:
		t, err := s.Tokens.Owner(ctx, secret)
		if err != nil {
			return Grant{}, err
		}
		return s.Store.Grant(ctx, t.UserID, t.Grant)
	}
	return Grant{}, errUnknown
}

var errUnknown error = fault.New(fault.NotFound, "There is no such token")

// ErrorOf returns the Error in err's chain.
func ErrorOf(err error) (e Error, ok bool) {
	ok = errors.As(err, &e)
	return e, ok
}
