// Package audit keeps what happened to an account, for its owner to read: who signed in and with what, what was changed.
package audit

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

// Kind is what happened. The web app has the words for each.
type Kind string

const (
	SignedUp        Kind = "signed-up"
	SignedIn        Kind = "signed-in"
	SignedOut       Kind = "signed-out"
	SessionEnded    Kind = "session-ended"    // from another device, or from the list; Text names the device that it was on
	SessionsEnded   Kind = "sessions-ended"   // all but that of who asked for it
	PasswordChanged Kind = "password-changed" // which ends all other sessions, too
	EmailChanged    Kind = "email-changed"    // Text is ByPayment where the payment brought it
	EmailRemoved    Kind = "email-removed"
	AIAllowed       Kind = "ai-allowed" // AI providers may be used
	AIForbidden     Kind = "ai-forbidden"
	// ConversationTerm tells that conversations are kept for another time; Text is the conversation.Term.
	ConversationTerm Kind = "conversation-term"

	ProBegan     Kind = "pro-began"
	ProCancelled Kind = "pro-cancelled" // by the user
	ProEnded     Kind = "pro-ended"     // by the payment provider
)

// ByPayment says of an email that it was not set by hand.
const ByPayment = "payment"

// Kinds are all of them.
var Kinds = []Kind{
	SignedUp, SignedIn, SignedOut, SessionEnded, SessionsEnded, PasswordChanged, EmailChanged, EmailRemoved,
	AIAllowed, AIForbidden, ConversationTerm, ProBegan, ProCancelled, ProEnded,
}

// Event is one thing that happened. It holds neither a secret nor an address: what it tells of may have been removed since.
type Event struct {
	ID     string // UUIDv7: its order is the order of what happened
	Kind   Kind
	Text   string // see Kind; mostly empty
	At     time.Time
	Device string // in words, of whoever did it; empty when that was not a device of the user's
}

const (
	// MostOfKind is how many events of a kind a user has: the latest. What is done again and again pushes out its own kind
	// alone, so that nobody hides what they did behind it.
	MostOfKind = 100
	keptFor    = 365 * 24 * time.Hour
	pageSize   = 50
)

// Store keeps events. It writes them itself, each in the transaction that does what the event tells.
type Store interface {
	// Events returns a user's events since then and before the one of an id (empty: none), the newest first, at most limit.
	Events(ctx context.Context, userID, before string, since time.Time, limit int) ([]Event, error)
	// ForgetEvents removes the events of all users from before then.
	ForgetEvents(ctx context.Context, then time.Time) error
}

// Service reads events and forgets them.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// List returns a page of a user's events, the newest first, and the cursor of the next page, empty after the last.
// fault.Invalid for what is no cursor.
func (s *Service) List(ctx context.Context, userID, cursor string) (events []Event, next string, err error) {
	if cursor != "" && uuid.Validate(cursor) != nil {
		return nil, "", fault.New(fault.Invalid, "Unknown cursor")
	}
	events, err = s.store.Events(ctx, userID, cursor, s.now().Add(-keptFor), pageSize+1)
	if len(events) > pageSize {
		events = events[:pageSize]
		next = events[pageSize-1].ID
	}
	return events, next, err
}

// Forget removes what is older than a year, of all users.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.ForgetEvents(ctx, s.now().Add(-keptFor))
}
