// Package waitlist keeps the email addresses of people who want to hear of a coming feature.
package waitlist

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"engram/internal/email"
	"engram/internal/fault"
)

// Store keeps entries.
type Store interface {
	// Join adds an entry; fault.Conflict if item and email are already on the list.
	Join(ctx context.Context, e Entry) error
}

// Throttle is a rate limit per key. Try returns fault.Limit above it.
type Throttle interface {
	Try(ctx context.Context, key string) error
}

// Entry is an email address on the list of an item. Both are normalised.
type Entry struct {
	Item, Email string
	At          time.Time
}

// Service adds entries.
type Service struct {
	store    Store
	throttle Throttle
	now      func() time.Time
}

// New returns a Service.
func New(store Store, throttle Throttle, now func() time.Time) *Service {
	return &Service{store: store, throttle: throttle, now: now}
}

const maxItem = 100 // characters

// Join adds an email address to the list of an item for a caller at address. Case and surrounding
// blanks are ignored. It returns fault.Invalid for an invalid item or email, fault.Conflict if it
// is on the list, fault.Limit if the caller tried too often.
func (s *Service) Join(ctx context.Context, address, item, mail string) error {
	e := Entry{Item: fold(item), Email: fold(mail), At: s.now()}
	if e.Item == "" || utf8.RuneCountInString(e.Item) > maxItem {
		return fault.New(fault.Invalid, "Please say what you are waiting for")
	}
	if !email.Valid(e.Email) {
		return fault.New(fault.Invalid, "Please enter a valid email address")
	}
	if err := s.throttle.Try(ctx, "waitlist "+address); err != nil {
		return err
	}
	return s.store.Join(ctx, e)
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
