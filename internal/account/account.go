// Package account manages users: sign-up, sign-in, sessions and passwords.
package account

import (
	"context"
	"time"

	"engram/internal/plan"
)

// User is a person with an account.
type User struct {
	ID           string // UUIDv7
	Username     string // as typed; unique regardless of case
	Email        string // empty until known
	Plan         plan.Name
	Subscription string // id; empty: none
	CreatedAt    time.Time
	Role         Role // empty: member
	Disabled     bool // may not sign in
	Private      bool // nothing of theirs may be sent to the operator's AI endpoint
}

// Store stores users and sessions, and records their history (package audit) in the same
// transactions.
type Store interface {
	UserStore
	AdmissionStore
	SessionStore
	AddressStore
}

// UserStore stores users.
type UserStore interface {
	// Credentials finds a user and password hash by name in any case; fault.NotFound if there is
	// none.
	Credentials(ctx context.Context, username string) (User, string, error)
	// PasswordHash returns the hash of a user's password.
	PasswordHash(ctx context.Context, userID string) (string, error)
	// ChangePassword stores the new hash and deletes all other sessions, known addresses and tokens
	// in one transaction. fault.Conflict, and no change, if the stored hash is not oldHash.
	ChangePassword(ctx context.Context, userID, oldHash, newHash string, keepTokenHash []byte, now time.Time) error
	// SetEmail stores an email; empty removes it.
	SetEmail(ctx context.Context, userID, email string, now time.Time) error
	// SetUseAI stores whether the user allows the AI endpoint.
	SetUseAI(ctx context.Context, userID string, use bool, now time.Time) error
}
