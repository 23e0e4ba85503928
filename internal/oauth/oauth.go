// Package oauth lets people connect programs to their memories without giving them a password or making a token: the
// authorization server of OAuth 2.1, with authorization codes, PKCE and refresh tokens that are used once.
//
// Clients are known by a document at their address, or register themselves where that is switched on. Neither is
// stored: the document is fetched, and a registration is in the client's id, signed.
package oauth

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/capture"
	"engram/internal/token"
)

// How long what is issued is valid.
const (
	CodeLasts    = time.Minute
	AccessLasts  = time.Hour
	RefreshLasts = 60 * 24 * time.Hour // from its last use on
	consentLasts = 15 * time.Minute    // to be decided on
)

// MostGrants is the limit of connected programs per user.
const MostGrants = 100

// Grant is a user's consent to a program, which may use some scopes at an audience.
type Grant struct {
	ID        string // UUIDv7
	UserID    string
	ClientID  string
	Name      string // of the client, as it calls itself
	Host      string // to which the user was sent back
	Scopes    token.Scopes
	Audience  string // the resource
	CreatedAt time.Time
	UsedAt    time.Time // when a token was issued last; zero: never
}

// Secret is a code or a refresh token of a grant. It is used once.
type Secret struct {
	Kind      token.Kind // Code or Refresh
	Hash      []byte
	Redirect  string // of a code: the redirect URI that the request named; empty: none
	Challenge string // of a code: that of PKCE
	ExpiresAt time.Time
}

// Store stores grants. Every method is confined to the user's rows, and records what happened to the account
// (package audit) in the same transaction.
type Store interface {
	// AddGrant stores a grant with its code; fault.Limit if the user has MostGrants.
	AddGrant(ctx context.Context, g Grant, code Secret) error
	// Use marks a secret of an enabled user as used, unless check returns an error, and stores the next one of its
	// grant. fault.NotFound if there is none or it has expired. One that was used before ends its grant with all
	// that it issued: fault.Conflict.
	Use(ctx context.Context, userID string, kind token.Kind, hash []byte, next Secret, now time.Time, check func(Grant, Secret) error) (Grant, error)
	// GrantOf returns the grant of a refresh token; fault.NotFound if there is none.
	GrantOf(ctx context.Context, userID string, hash []byte) (Grant, error)
	// Grant returns a grant; fault.NotFound if it is not the user's.
	Grant(ctx context.Context, userID, id string) (Grant, error)
	// Grants returns the grants that can still be used, newest first.
	Grants(ctx context.Context, userID string, now time.Time) ([]Grant, error)
	// EndGrant deletes a grant with all that it issued; fault.NotFound if it is not the user's.
	EndGrant(ctx context.Context, userID, id string, now time.Time) error
	// ForgetGrants deletes the secrets of all users that have expired, and the grants that have none left.
	ForgetGrants(ctx context.Context, now time.Time) error
}

// Tokens issues access tokens.
type Tokens interface {
	Issue(ctx context.Context, t token.Token) (secret string, issued token.Token, err error)
	// Owner returns an access token that has not ended; fault.Unauthenticated otherwise.
	Owner(ctx context.Context, secret string) (token.Token, error)
	// Allowed returns fault.Forbidden if the user may have no tokens by their plan.
	Allowed(ctx context.Context, id account.Identity) error
}

// Parts are the parts of a Service.
type Parts struct {
	Store     Store
	Tokens    Tokens
	Documents capture.Fetcher // fetches the documents of clients, guarded
	Secret    []byte          // signs registrations and consents
	Register  bool            // clients may register themselves
	Now       func() time.Time
}

// Service connects programs. It is safe for concurrent use.
type Service struct {
	Parts
	documents *documents
}

// New returns a Service.
func New(p Parts) *Service { return &Service{Parts: p, documents: newDocuments(p.Documents, p.Now)} }

// Usual are the scopes that programs may ask for. What takes everything out is not among them.
var Usual = token.Scopes{token.Read, token.Ask, token.Save, token.Edit}

// Grants returns the programs that the caller has connected, newest first.
func (s *Service) Grants(ctx context.Context, id account.Identity) ([]Grant, error) {
	return s.Store.Grants(ctx, id.User().ID, s.Now())
}

// End disconnects a program at once; fault.NotFound if the caller has not connected it.
func (s *Service) End(ctx context.Context, id account.Identity, grantID string) error {
	return s.Store.EndGrant(ctx, id.User().ID, grantID, s.Now())
}

// Forget deletes what has expired.
func (s *Service) Forget(ctx context.Context) error { return s.Store.ForgetGrants(ctx, s.Now()) }
