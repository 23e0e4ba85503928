// Package billing sells Pro: it sends people to a payment provider, and what they may do follows what they pay for.
package billing

import (
	"context"
	"slices"
	"time"

	"engram/internal/plan"
)

// Cycle is how often Pro is paid.
type Cycle string

const (
	Monthly Cycle = "month"
	Annual  Cycle = "year"
)

// Status is what a subscription is worth.
type Status string

const (
	Active    Status = "active"    // paid, or on trial
	PastDue   Status = "past_due"  // a renewal failed, and the provider tries again
	Suspended Status = "suspended" // not paid and not given up: it may come back, and is still to be cancelled
	Ended     Status = "ended"     // for good
)

// Subscription is a provider's promise to charge somebody again and again.
type Subscription struct {
	ID        string // the provider's
	UserID    string // whom it was sold to; empty when the provider was not told
	Provider  string // its name: another provider can't be asked about this subscription
	Status    Status
	Cycle     Cycle
	PeriodEnd time.Time // when the next payment is due
	StartedAt time.Time

	// What follows is told by the provider and not kept with the subscription.

	Email  string // of who pays; empty when it is not told
	OnSale bool   // its price is one that Pro is sold at now
}

// Grants reports whether the subscription makes its user a Pro user. One that is past due does within the period that the
// provider still tries to charge for.
func (s Subscription) Grants(now time.Time) bool {
	return s.Status == Active || s.Status == PastDue && now.Before(s.PeriodEnd)
}

// SameState reports whether nothing that is kept differs.
func (s Subscription) SameState(o Subscription) bool {
	return s.Status == o.Status && s.Cycle == o.Cycle && s.PeriodEnd.Equal(o.PeriodEnd)
}

// Current is the subscription that a user is Pro by. Of those that grant it one that is paid goes before one in arrears; of
// two alike it is the first that began, so that a payment made twice changes nothing.
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

// Standing is what is kept of a user's payments.
type Standing struct {
	UserID string
	Plan   plan.Name
	// Version rises with each change. Whoever asked the provider before a change knows less than what is kept.
	Version       int64
	Subscriptions []Subscription // every one that there ever was
}

// Find returns the subscription of that id.
func (s Standing) Find(id string) (Subscription, bool) {
	i := slices.IndexFunc(s.Subscriptions, func(kept Subscription) bool { return kept.ID == id })
	if i < 0 {
		return Subscription{}, false
	}
	return s.Subscriptions[i], true
}

// live are the subscriptions that can still charge somebody.
func (s Standing) live() []Subscription {
	return slices.DeleteFunc(slices.Clone(s.Subscriptions), func(kept Subscription) bool { return kept.Status == Ended })
}

// Checkout is a user's way to a payment. There is one for each user at a time, so that two clicks don't become two
// subscriptions.
type Checkout struct {
	UserID    string
	Key       string // made by us: one key is one session of the provider, however often it is asked for
	Cycle     Cycle
	Origin    string // the address at which the user sees us, without a path
	SessionID string // empty until the provider has told it
	CreatedAt time.Time
}

// CheckoutLife is how long a session can be paid. Providers end it then.
const CheckoutLife = time.Hour

// timeToPay is what is left of a session's life at least when somebody is sent to it. Stripe opens none for less than half an
// hour.
const timeToPay = 35 * time.Minute

// ExpiresAt is when its session can't be paid any more.
func (c Checkout) ExpiresAt() time.Time { return c.CreatedAt.Add(CheckoutLife) }

// SuccessURL is where a payment leads; the provider adds the parameter session_id.
func (c Checkout) SuccessURL() string { return c.Origin + "/subscription/success" }

// CancelURL is where giving up leads.
func (c Checkout) CancelURL() string { return c.Origin + "/upgrade?status=cancelled" }

// fits reports whether c serves whoever wants o.
func (c Checkout) fits(o Checkout) bool {
	return c.Cycle == o.Cycle && c.Origin == o.Origin && o.CreatedAt.Before(c.ExpiresAt().Add(-timeToPay))
}

// SessionState is how far a checkout has come at the provider.
type SessionState string

const (
	Open       SessionState = "open"       // can be paid
	Processing SessionState = "processing" // the money is on its way
	Paid       SessionState = "paid"
	Expired    SessionState = "expired" // was not paid and can't be any more
)

// Session is a checkout as the provider has it.
type Session struct {
	ID             string
	URL            string // where it is paid; empty unless it is open
	UserID         string // whom we began it for; empty when we did not
	State          SessionState
	Cycle          Cycle
	SubscriptionID string // empty until it was paid, or the money is on its way
	Email          string // of who paid; empty when it is not told
}

// Provider takes payments. Every method returns fault.Unavailable while the provider can't be reached or does not answer
// as it should, within the time that ctx has.
type Provider interface {
	// Name tells its subscriptions from another provider's.
	Name() string
	// Begin opens the session of a checkout; asked again, even at once, it returns the same one.
	Begin(ctx context.Context, c Checkout) (Session, error)
	// Session returns a session; fault.NotFound when there is none of that id.
	Session(ctx context.Context, id string) (Session, error)
	// Expire has an open session be paid no more and returns it as it is then: Paid when the payment came first.
	// fault.NotFound when there is none of that id.
	Expire(ctx context.Context, id string) (Session, error)
	// Subscription returns a subscription; fault.NotFound when there is none of that id.
	Subscription(ctx context.Context, id string) (Subscription, error)
	// Cancel ends a subscription at once and returns it as it is then; one that has ended is no error. fault.NotFound when
	// there is none of that id.
	Cancel(ctx context.Context, id string) (Subscription, error)
}

// TestProvider is the name of the provider that charges nobody.
const TestProvider = "test"

// Event says that something has changed at the provider. What has changed is asked for.
type Event struct {
	SessionID      string // empty: not about a session
	SubscriptionID string // empty: not about a subscription
}

// EventReader reads what the provider sends by itself.
type EventReader interface {
	// Read returns fault.Invalid for what the provider did not sign, or signed too long ago.
	Read(payload []byte, signature string) (Event, error)
}

// Store keeps subscriptions and checkouts.
type Store interface {
	// Standing returns what is kept of a user; fault.NotFound when there is no such user.
	Standing(ctx context.Context, userID string) (Standing, error)
	// Settle keeps a subscription and has the user's plan follow it, in one transaction: Current decides. With a subscription
	// that was not kept before, its email becomes that of a user who has none. It changes nothing and returns false when the
	// version has changed and another state is kept. fault.NotFound when there is no such user.
	Settle(ctx context.Context, sub Subscription, version int64, now time.Time) (Standing, bool, error)
	// OwnerOf returns the user who has a subscription; fault.NotFound when nobody does.
	OwnerOf(ctx context.Context, subscriptionID string) (userID string, err error)
	// Checkout returns the user's checkout; fault.NotFound when there is none.
	Checkout(ctx context.Context, userID string) (Checkout, error)
	// BeginCheckout keeps c unless the user has a checkout, and returns the one that is kept then. AlreadyPro for who is Pro
	// at that moment, fault.NotFound when there is no such user.
	BeginCheckout(ctx context.Context, c Checkout) (Checkout, error)
	// NoteSession keeps the session's id with its checkout; false when the user has another checkout by now, or Pro.
	NoteSession(ctx context.Context, c Checkout) (bool, error)
	// EndCheckout forgets a checkout of that user, key and session. One that has got a session meanwhile stays.
	EndCheckout(ctx context.Context, c Checkout) error
	// Unchecked returns subscriptions of all users that have not ended and were last checked, which settling does, before
	// then: at most limit of them, the longest unchecked first.
	Unchecked(ctx context.Context, before time.Time, limit int) ([]Subscription, error)
	// PutOff has a subscription count as checked at that time.
	PutOff(ctx context.Context, sub Subscription, checked time.Time) error
	// Abandoned returns checkouts of all users that were last checked, which beginning does, before then: at most limit of
	// them, the longest unchecked first.
	Abandoned(ctx context.Context, before time.Time, limit int) ([]Checkout, error)
	// PutOffCheckout has a checkout count as checked at that time.
	PutOffCheckout(ctx context.Context, c Checkout, checked time.Time) error
}
