// Package account owns users: who they are, how they prove it, and when a session ends.
package account

import (
	"context"
	"time"

	"engram/internal/plan"
)

// User is a person with an account.
type User struct {
	ID           string // UUIDv7
	Username     string // as typed at sign-up; unique without regard to case
	Email        string // empty until known
	Plan         plan.Name
	Subscription string // empty unless there is one
	CreatedAt    time.Time
}

// Session is one signed-in device. The token itself is never stored.
type Session struct {
	UserID    string
	TokenHash []byte // SHA-256 of the token's secret
	LastUsed  time.Time
}

// Store keeps users and sessions.
type Store interface {
	// CreateUser inserts the user, its password hash and its first session in one transaction;
	// fault.Conflict when the name is taken in any case.
	CreateUser(ctx context.Context, u User, passwordHash string, first Session) error
	// Credentials finds a user and password hash by name, whatever its case; fault.NotFound when there is none.
	Credentials(ctx context.Context, username string) (User, string, error)
	// PasswordHash returns the hash of a user's password.
	PasswordHash(ctx context.Context, userID string) (string, error)
	// CreateSession adds a session to a user whose stored hash is still the one that the password was checked against;
	// fault.Conflict when it was changed meanwhile, so that no sign-in outlives a change of the password.
	CreateSession(ctx context.Context, s Session, checkedHash string) error
	// UserBySession returns the user of a session used since notBefore; fault.NotFound when there is none.
	// The last use is moved to now when it lies more than an hour back, so that a request seldom writes.
	UserBySession(ctx context.Context, userID string, tokenHash []byte, notBefore, now time.Time) (User, error)
	// EndSession removes one session; an absent one is no error.
	EndSession(ctx context.Context, userID string, tokenHash []byte) error
	// ChangePassword stores the new hash and removes every session but the one kept, in one transaction.
	// It changes nothing and returns fault.Conflict when the stored hash is no longer oldHash.
	ChangePassword(ctx context.Context, userID, oldHash, newHash string, keepTokenHash []byte) error
}
