// Package billing sells Pro through a payment provider, and sets plans by what is paid.
package billing

import (
	"context"
	"slices"
	"time"

	"engram/internal/plan"
)

// Cycle is the billing period of Pro.
type Cycle string

const (
	Monthly Cycle = "month"
	Annual  Cycle = "year"
)

// Status is the state of a subscription.
type Status string

const (
	Active    Status = "active"    // paid, or on trial
	PastDue   Status = "past_due"  // a renewal failed, and the provider retries
	Suspended Status = "suspended" // unpaid but not ended: it may resume, and must still be cancelled
	Ended     Status = "ended"     // for good
)

// Subscription is a recurring payment at a provider.
type Subscription struct {
	ID        string // the provider's
	UserID    string // the buyer; empty if the provider does not know
	Provider  string // name of the provider, since another can't be asked
	Status    Status
	Cycle     Cycle
	PeriodEnd time.Time // when the next payment is due
	StartedAt time.Time

	// These come from the provider and are not stored here.

	Email  string // of the payer; empty: unknown
	OnSale bool   // its price is one of the current prices of Pro
}

// Grants reports whether the subscription grants Pro. If past due it does until the end of the
// period in which the provider retries.
func (s Subscription) Grants(now time.Time) bool {
	return s.Status == Active || s.Status == PastDue && now.Before(s.PeriodEnd)
}

// SameState reports whether all stored fields are equal.
func (s Subscription) SameState(o Subscription) bool {
	return s.Status == o.Status && s.Cycle == o.Cycle && s.PeriodEnd.Equal(o.PeriodEnd)
}

// Current returns the subscription that grants Pro: a paid one before one in arrears, then the
// oldest, so that paying twice changes nothing.
func Current(all []Subscription, now time.Time) (current Subscription, ok bool) {
	for _, s := range all {
		if s.Grants(now) && (!ok || s.before(current)) {
			current, ok = s, true
		}
	}
	return current, ok
}

func (s Subscription) before(o Subscription) bool {
	if paid := s.Status == Active; paid != (o.Status == Active) {
		return paid
	}
	if !s.StartedAt.Equal(o.StartedAt) {
		return s.StartedAt.Before(o.StartedAt)
	}
	return s.ID < o.ID
}

// Standing holds a user's stored payments.
type Standing struct {
	UserID string
	Plan   plan.Name
	// Version increases with each change, to detect that the provider's answer is out of date.
	Version       int64
	Subscriptions []Subscription // all there ever were
}

// Find returns the subscription with that id.
func (s Standing) Find(id string) (Subscription, bool) {
	i := slices.IndexFunc(s.Subscriptions, func(kept Subscription) bool { return kept.ID == id })
	if i < 0 {
		return Subscription{}, false
	}
	return s.Subscriptions[i], true
}

// live returns the subscriptions that may still charge.
func (s Standing) live() []Subscription {
	return slices.DeleteFunc(slices.Clone(s.Subscriptions),
		func(kept Subscription) bool { return kept.Status == Ended })
}

// Checkout is a user's attempt to pay. Each user has at most one, so that two clicks don't make two
// subscriptions.
type Checkout struct {
	UserID    string
	Key       string // idempotency key: one session at the provider per key
	Cycle     Cycle
	Origin    string // of the app as the user sees it, without a path
	SessionID string // empty until known
	CreatedAt time.Time
}

// CheckoutLife is the time after which providers expire a session.
const CheckoutLife = time.Hour

// timeToPay is the least remaining life of a session that users are sent to. Stripe requires half
// an hour.
const timeToPay = 35 * time.Minute

// ExpiresAt returns when its session expires.
func (c Checkout) ExpiresAt() time.Time { return c.CreatedAt.Add(CheckoutLife) }

// SuccessURL returns where a payment leads; the provider appends the parameter session_id.
func (c Checkout) SuccessURL() string { return c.Origin + "/subscription/success" }

// CancelURL returns where cancelling leads.
func (c Checkout) CancelURL() string { return c.Origin + "/upgrade?status=cancelled" }

// fits reports whether c serves a request for o.
func (c Checkout) fits(o Checkout) bool {
	return c.Cycle == o.Cycle && c.Origin == o.Origin &&
		o.CreatedAt.Before(c.ExpiresAt().Add(-timeToPay))
}

// SessionState is the state of a checkout at the provider.
type SessionState string

const (
	Open       SessionState = "open"       // can be paid
	Processing SessionState = "processing" // the money is on its way
	Paid       SessionState = "paid"
	Expired    SessionState = "expired" // unpaid and over
)

// Session is a checkout at the provider.
type Session struct {
	ID             string
	URL            string // of the payment page; empty unless open
	UserID         string // for whom we opened it; empty: not ours
	State          SessionState
	Cycle          Cycle
	SubscriptionID string // empty until paid or processing
	Email          string // of the payer; empty: unknown
}

// Provider takes payments. All methods return fault.Unavailable if the provider can't be reached,
// or answers wrongly, within ctx.
type Provider interface {
	// Name returns its name, stored with subscriptions.
	Name() string
	// Begin opens the session of a checkout, or returns it if already open, also concurrently.
	Begin(ctx context.Context, c Checkout) (Session, error)
	// Session returns a session; fault.NotFound if unknown.
	Session(ctx context.Context, id string) (Session, error)
	// Expire closes an open session and returns its state, Paid if the payment came first.
	// fault.NotFound if unknown.
	Expire(ctx context.Context, id string) (Session, error)
	// Subscription returns a subscription; fault.NotFound if unknown.
	Subscription(ctx context.Context, id string) (Subscription, error)
	// Cancel ends a subscription at once and returns its state; it may have ended already.
	// fault.NotFound if unknown.
	Cancel(ctx context.Context, id string) (Subscription, error)
}

// TestProvider is the name of the provider that takes no money.
const TestProvider = "test"

// Event says that something changed at the provider; details must be fetched.
type Event struct {
	SessionID      string // empty: not about a session
	SubscriptionID string // empty: not about a subscription
}

// EventReader parses the provider's events.
type EventReader interface {
	// Read returns fault.Invalid if the signature is wrong or too old.
	Read(payload []byte, signature string) (Event, error)
}

// Store stores subscriptions and checkouts.
type Store interface {
	// Standing returns a user's standing; fault.NotFound if there is no such user.
	Standing(ctx context.Context, userID string) (Standing, error)
	// Settle stores a subscription and sets the user's plan by Current, in one transaction; a new
	// one's email is adopted by a user without. It returns false if the version is out of date and
	// the state differs. fault.NotFound if there is no such user.
	Settle(ctx context.Context, sub Subscription, version int64, now time.Time) (Standing, bool, error)
	// OwnerOf returns a subscription's user; fault.NotFound if it is unknown.
	OwnerOf(ctx context.Context, subscriptionID string) (userID string, err error)
	// Checkout returns the user's checkout; fault.NotFound if there is none.
	Checkout(ctx context.Context, userID string) (Checkout, error)
	// BeginCheckout stores c unless the user has a checkout, and returns the stored one. AlreadyPro
	// for a Pro user, fault.NotFound if there is no such user.
	BeginCheckout(ctx context.Context, c Checkout) (Checkout, error)
	// NoteSession stores the session's id with its checkout; false if the user has another checkout
	// or Pro by now.
	NoteSession(ctx context.Context, c Checkout) (bool, error)
	// EndCheckout deletes the checkout with this key and session; not if it got a session
	// meanwhile.
	EndCheckout(ctx context.Context, c Checkout) error
	// Unchecked returns up to limit subscriptions of all users that have not ended and were last
	// checked before then, oldest check first. Settling is a check.
	Unchecked(ctx context.Context, before time.Time, limit int) ([]Subscription, error)
	// PutOff sets when a subscription was checked.
	PutOff(ctx context.Context, sub Subscription, checked time.Time) error
	// Abandoned returns up to limit checkouts of all users last checked before then, oldest check
	// first. Beginning is a check.
	Abandoned(ctx context.Context, before time.Time, limit int) ([]Checkout, error)
	// PutOffCheckout sets when a checkout was checked.
	PutOffCheckout(ctx context.Context, c Checkout, checked time.Time) error
}
