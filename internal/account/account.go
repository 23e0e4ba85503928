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
	Role         Role // empty in what is to be a member
	Disabled     bool // may not sign in
	Private      bool // nothing of theirs may be sent to the AI endpoint that the operator chose, if any
}

// Store keeps users and their sessions. What a user may want to know of later is kept for them with it (package audit), in the
// same transaction.
type Store interface {
	UserStore
	AdmissionStore
	SessionStore
	AddressStore
}

// UserStore keeps users.
type UserStore interface {
	// Credentials finds a user and password hash by name, whatever its case; fault.NotFound when there is none.
	Credentials(ctx context.Context, username string) (User, string, error)
	// PasswordHash returns the hash of a user's password.
	PasswordHash(ctx context.Context, userID string) (string, error)
	// ChangePassword stores the new hash and removes every session but the one kept, and every known address, in one transaction.
	// It changes nothing and returns fault.Conflict when the stored hash is no longer oldHash.
	ChangePassword(ctx context.Context, userID, oldHash, newHash string, keepTokenHash []byte, now time.Time) error
	// SetEmail stores an address; the empty one removes it.
	SetEmail(ctx context.Context, userID, email string, now time.Time) error
	// SetUseAI stores whether the AI endpoint may be used for a user.
	SetUseAI(ctx context.Context, userID string, use bool, now time.Time) error
}
