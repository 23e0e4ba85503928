// Package testpay is a payment provider that takes no money: users pay by pressing a button on our
// own page, which is in httpapi.
package testpay

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/billing"
	"engram/internal/fault"
)

// State is the state of a checkout.
type State string

const (
	Open      State = "open"
	Paid      State = "paid"
	GivenUp   State = "given_up"
	Cancelled State = "cancelled" // paid, then the subscription was cancelled
)

// Checkout is a session with the subscription that it leads to.
type Checkout struct {
	UserID    string
	ID        string // part of the ids of both, after a prefix
	Key       string // of the billing.Checkout
	Cycle     billing.Cycle
	State     State
	CreatedAt time.Time
	PaidAt    time.Time // zero: unpaid
}

// Store stores checkouts.
type Store interface {
	// AddTestCheckout stores c unless the user has one with its key, and returns the stored one.
	AddTestCheckout(ctx context.Context, c Checkout) (Checkout, error)
	// TestCheckout returns a checkout; fault.NotFound if there is none.
	TestCheckout(ctx context.Context, userID, id string) (Checkout, error)
	// MoveTestCheckout stores c's state and time of payment if its state was from; else it returns
	// false.
	MoveTestCheckout(ctx context.Context, c Checkout, from State) (bool, error)
	// ForgetTestCheckouts deletes the unpaid checkouts of all users begun before then.
	ForgetTestCheckouts(ctx context.Context, then time.Time) error
}

// Provider is a billing.Provider.
type Provider struct {
	store Store
	now   func() time.Time
}

// New returns a Provider.
func New(store Store, now func() time.Time) *Provider { return &Provider{store: store, now: now} }

const (
	keptUnpaid = 24 * time.Hour

	sessionPrefix      = "cs_test_"
	subscriptionPrefix = "sub_test_"
)

// Name implements billing.Provider.
func (p *Provider) Name() string { return billing.TestProvider }

// Begin implements billing.Provider.
func (p *Provider) Begin(ctx context.Context, c billing.Checkout) (billing.Session, error) {
	id, err := newID(c.UserID)
	if err != nil {
		return billing.Session{}, err
	}
	kept, err := p.store.AddTestCheckout(ctx, Checkout{
		UserID: c.UserID, ID: id, Key: c.Key, Cycle: c.Cycle, State: Open, CreatedAt: c.CreatedAt,
	})
	return p.session(kept), err
}

// newID returns an id of the user, so that only their rows are searched, and 128 random bits.
func newID(userID string) (string, error) {
	user, err := uuid.Parse(userID)
	return hex.EncodeToString(user[:]) + strings.ToLower(rand.Text()), err
}

// find returns the checkout of an id with the prefix.
func (p *Provider) find(ctx context.Context, prefix, id string) (Checkout, error) {
	rest, ok := strings.CutPrefix(id, prefix)
	if !ok || len(rest) <= 32 || len(rest) > 64 {
		return Checkout{}, errUnknown()
	}
	user, err := hex.DecodeString(rest[:32])
	if err != nil {
		return Checkout{}, errUnknown()
	}
	return p.store.TestCheckout(ctx, uuid.UUID(user).String(), rest)
}

func errUnknown() error { return fault.New(fault.NotFound, "There is no such checkout") }

// Session implements billing.Provider.
func (p *Provider) Session(ctx context.Context, id string) (billing.Session, error) {
	c, err := p.find(ctx, sessionPrefix, id)
	if err != nil {
		return billing.Session{}, err
	}
	return p.session(c), nil
}

// session returns a checkout as a session.
func (p *Provider) session(c Checkout) billing.Session {
	s := billing.Session{ID: sessionPrefix + c.ID, UserID: c.UserID, Cycle: c.Cycle, State: billing.Expired}
	switch {
	case !c.PaidAt.IsZero():
		s.State, s.SubscriptionID = billing.Paid, subscriptionPrefix+c.ID
	case c.State == Open && p.now().Before(c.CreatedAt.Add(billing.CheckoutLife)):
		s.State, s.URL = billing.Open, "/test-checkout/"+s.ID
	}
	return s
}

// Expire implements billing.Provider.
func (p *Provider) Expire(ctx context.Context, id string) (billing.Session, error) {
	return p.leave(ctx, id, func(c *Checkout) { c.State = GivenUp })
}

// Pay pays an open session; others don't change, so nothing is paid twice.
func (p *Provider) Pay(ctx context.Context, id string) (billing.Session, error) {
	return p.leave(ctx, id, func(c *Checkout) { c.State, c.PaidAt = Paid, p.now() })
}

// leave changes an open session and returns its current state.
func (p *Provider) leave(ctx context.Context, id string, change func(*Checkout)) (billing.Session, error) {
	c, err := p.find(ctx, sessionPrefix, id)
	if err != nil || p.session(c).State != billing.Open {
		return p.session(c), err
	}
	change(&c)
	moved, err := p.store.MoveTestCheckout(ctx, c, Open)
	if err != nil || moved {
		return p.session(c), err
	}
	return p.Session(ctx, id) // another call was first
}

// Subscription implements billing.Provider.
func (p *Provider) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	c, err := p.find(ctx, subscriptionPrefix, id)
	if err != nil {
		return billing.Subscription{}, err
	}
	if c.PaidAt.IsZero() {
		return billing.Subscription{}, errUnknown()
	}
	return p.subscription(c), nil
}

// Cancel implements billing.Provider.
func (p *Provider) Cancel(ctx context.Context, id string) (billing.Subscription, error) {
	c, err := p.find(ctx, subscriptionPrefix, id)
	if err != nil {
		return billing.Subscription{}, err
	}
	if c.PaidAt.IsZero() {
		return billing.Subscription{}, errUnknown()
	}
	c.State = Cancelled
	_, err = p.store.MoveTestCheckout(ctx, c, Paid) // or it was cancelled before
	return p.subscription(c), err
}

// Forget deletes unpaid checkouts long after they expired.
func (p *Provider) Forget(ctx context.Context) error {
	return p.store.ForgetTestCheckouts(ctx, p.now().Add(-keptUnpaid))
}

// subscription returns the subscription of a paid checkout. It always renews.
func (p *Provider) subscription(c Checkout) billing.Subscription {
	s := billing.Subscription{
		ID: subscriptionPrefix + c.ID, UserID: c.UserID, Provider: p.Name(),
		Status: billing.Active, Cycle: c.Cycle,
		StartedAt: c.PaidAt, PeriodEnd: nextPayment(c.PaidAt, c.Cycle, p.now()), OnSale: true,
	}
	if c.State == Cancelled {
		s.Status = billing.Ended
	}
	return s
}

// nextPayment returns the first payment date after now, whole cycles after the first. In shorter
// months it is the last day.
func nextPayment(first time.Time, cycle billing.Cycle, now time.Time) time.Time {
	step := 1
	if cycle == billing.Annual {
		step = 12
	}
	for months := step; ; months += step {
		next := first.AddDate(0, months, 0)
		if next.Day() != first.Day() {
			next = next.AddDate(0, 0, -next.Day())
		}
		if next.After(now) {
			return next
		}
	}
}
