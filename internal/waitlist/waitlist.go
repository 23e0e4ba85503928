// Package waitlist keeps who wants to hear when something is there.
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
	// Join adds an entry; fault.Conflict when one of the same item and email is there.
	Join(ctx context.Context, e Entry) error
}

// Throttle lets each key pass so often. A Try too many is a fault.Limit.
type Throttle interface{ Try(key string) error }

// Entry is one wish to hear of an item. Item and Email are in the form in which two that mean the same are equal.
type Entry struct {
	Item, Email string
	At          time.Time
}

// Service takes entries.
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

// Join puts mail, an email address, on the list of an item, for whoever calls from address. Case and outer blanks mean
// nothing. It returns fault.Invalid for what is no item or no email address, fault.Conflict when it is on that list,
// fault.Limit when the address has tried too often.
func (s *Service) Join(ctx context.Context, address, item, mail string) error {
	e := Entry{Item: fold(item), Email: fold(mail), At: s.now()}
	if e.Item == "" || utf8.RuneCountInString(e.Item) > maxItem {
		return fault.New(fault.Invalid, "Please say what you are waiting for")
	}
	if !email.Valid(e.Email) {
		return fault.New(fault.Invalid, "Please enter a valid email address")
	}
	if err := s.throttle.Try("waitlist " + address); err != nil {
		return err
	}
	return s.store.Join(ctx, e)
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
