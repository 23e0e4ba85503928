// Package audit keeps an account's security events for its owner to read: sign-ins and changes.
package audit

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

// Kind is a kind of event. The web app has a text for each.
type Kind string

const (
	SignedUp  Kind = "signed-up"
	SignedIn  Kind = "signed-in"
	SignedOut Kind = "signed-out"
	// from another device or the list; Text is the device it was on
	SessionEnded    Kind = "session-ended"
	SessionsEnded   Kind = "sessions-ended"   // all but the caller's
	PasswordChanged Kind = "password-changed" // also ends all other sessions and all tokens
	EmailChanged    Kind = "email-changed"    // Text is ByPayment if the payment set it
	EmailRemoved    Kind = "email-removed"
	AIAllowed       Kind = "ai-allowed" // AI providers may be used
	AIForbidden     Kind = "ai-forbidden"
	// ConversationTerm is a change of how long conversations are kept; Text is the
	// conversation.Term.
	ConversationTerm Kind = "conversation-term"
	TokenMade        Kind = "token-made"    // an API token; Text is its name
	TokenRevoked     Kind = "token-revoked" // likewise
	FeedMade         Kind = "feed-made"     // a private feed of saves; Text is its name
	FeedRevoked      Kind = "feed-revoked"  // likewise
	// a program that the user consented to, by OAuth; Text is its name
	ProgramConnected    Kind = "program-connected"
	ProgramDisconnected Kind = "program-disconnected" // by the user, by itself, or since a token of it was used twice
	Exported            Kind = "exported"             // everything was taken out; Text is the format
	WebhookMade         Kind = "webhook-made"
	WebhookChanged      Kind = "webhook-changed" // its address or secret
	WebhookRemoved      Kind = "webhook-removed"
	WebhookOff          Kind = "webhook-off"  // by Engram: nothing had arrived for days
	MailboxMade         Kind = "mailbox-made" // an email address that saves, also in place of another
	MailboxEnded        Kind = "mailbox-ended"

	ProBegan     Kind = "pro-began"
	ProCancelled Kind = "pro-cancelled" // by the user
	ProEnded     Kind = "pro-ended"     // by the payment provider
)

// ByPayment marks an email that the payment provider set.
const ByPayment = "payment"

// Kinds are all kinds.
var Kinds = []Kind{
	SignedUp, SignedIn, SignedOut, SessionEnded, SessionsEnded, PasswordChanged, EmailChanged, EmailRemoved,
	AIAllowed, AIForbidden, ConversationTerm, TokenMade, TokenRevoked, FeedMade, FeedRevoked, ProgramConnected, ProgramDisconnected, Exported,
	WebhookMade, WebhookChanged, WebhookRemoved, WebhookOff, MailboxMade, MailboxEnded, ProBegan, ProCancelled, ProEnded,
}

// Event is one event. It contains no secret and no address: what it refers to may have been removed
// since.
type Event struct {
	ID     string // UUIDv7: ordered by time
	Kind   Kind
	Text   string // see Kind; mostly empty
	At     time.Time
	Device string // description of the caller's device; empty if it was not the user's
}

const (
	// MostOfKind is the maximum number of events of a kind, the latest. Repeated events replace
	// only their own kind, so they can't push out others.
	MostOfKind = 100
	keptFor    = 365 * 24 * time.Hour
	pageSize   = 50
)

// Store keeps events. It writes them itself, in the transaction of the action, but for actions that
// write nothing else.
type Store interface {
	// AddEvent adds an event of a user. The device is the caller's.
	AddEvent(ctx context.Context, userID string, kind Kind, text string, at time.Time) error
	// Events returns a user's events since a time and before the one with an ID (empty: all),
	// newest first, at most limit.
	Events(ctx context.Context, userID, before string, since time.Time, limit int) ([]Event, error)
	// ForgetEvents removes all users' events before a time.
	ForgetEvents(ctx context.Context, then time.Time) error
}

// Service reads events and forgets them.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// List returns a page of a user's events, newest first, and the cursor of the next page, empty
// after the last. It returns fault.Invalid for an invalid cursor.
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

// Note adds an event of an action that writes nothing else.
func (s *Service) Note(ctx context.Context, userID string, kind Kind, text string) error {
	return s.store.AddEvent(ctx, userID, kind, text, s.now())
}

// Forget removes all users' events older than a year.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.ForgetEvents(ctx, s.now().Add(-keptFor))
}
