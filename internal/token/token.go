// Package token issues and verifies the credentials of programs: personal API tokens, which people
// make themselves, the access tokens of clients that they consented to, and the addresses of feeds.
package token

import (
	"context"
	"time"

	"engram/internal/account"
)

// Kind is a kind of token. Each has a prefix of its own, by which scanners of secrets know it.
type Kind string

const (
	// Personal is an API token that its user made. It is valid for every call of its scopes.
	Personal Kind = "personal"
	// Access is a token of a client that the user consented to, valid for one audience.
	Access Kind = "access"
	// Feed is the secret part of the address of a feed of saves. It opens that feed alone.
	Feed Kind = "feed"
	// Refresh and Code are what a client exchanges for access tokens (package oauth). No call takes them.
	Refresh Kind = "refresh"
	Code    Kind = "code"
)

// Token is an issued token. Its secret is never stored.
type Token struct {
	ID        string // UUIDv7: names it to its user; not secret
	UserID    string
	Kind      Kind
	Name      string // given by its user, or of the client
	Scopes    Scopes
	Audience  string // the resource that it is valid for; empty: all calls; of a feed: what it selects
	Grant     string // of an access token: names the consent, with which it ends; empty otherwise
	Hash      []byte // SHA-256 of the secret
	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	LastUsed  time.Time // zero: never; updated at most once an hour
}

// Expired reports whether the token has expired.
func (t Token) Expired(now time.Time) bool { return !t.ExpiresAt.IsZero() && !now.Before(t.ExpiresAt) }

// Holder is a token with its user, as stored.
type Holder struct {
	Token
	User   account.User
	Annual bool // the user's plan is paid by the year
}

// Store stores tokens, and records their history (package audit) in the same transactions.
type Store interface {
	// AddToken stores a token; fault.Limit if the user has most of its kind already. That one was
	// made is recorded, unless it is an access token.
	AddToken(ctx context.Context, t Token, most int) error
	// FindToken returns an enabled user's token by its hash, expired ones included; fault.NotFound
	// if there is none. It updates the last use at most once an hour, to save writes.
	FindToken(ctx context.Context, userID string, hash []byte, now time.Time) (Holder, error)
	// Tokens returns a user's tokens of a kind, newest first.
	Tokens(ctx context.Context, userID string, kind Kind, limit int) ([]Token, error)
	// HasToken reports whether the user has this token, not expired by then.
	HasToken(ctx context.Context, userID, id string, now time.Time) (bool, error)
	// RevokeToken deletes a user's token of a kind; fault.NotFound if there is none. That one was
	// revoked is recorded, unless it is an access token.
	RevokeToken(ctx context.Context, userID string, kind Kind, id string, now time.Time) error
	// PaysAnnually reports whether the subscription that grants the user's plan is paid by the year.
	PaysAnnually(ctx context.Context, userID string) (bool, error)
	// RevokeGrant deletes the tokens of a grant.
	RevokeGrant(ctx context.Context, userID, grant string) error
	// ForgetTokens deletes the tokens of all users that expired before then.
	ForgetTokens(ctx context.Context, kind Kind, then time.Time) error
}
