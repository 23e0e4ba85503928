package billing

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"engram/internal/fault"
)

const (
	patience = 8 * time.Second // for everything that one call asks of the provider
	maxTries = 5               // of what others may get in the way of
)

// Throttle lets each key pass so often. A Try too many is a fault.Limit.
type Throttle interface{ Try(key string) error }

// Parts are what a Service is made of.
type Parts struct {
	Store    Store
	Provider Provider
	Events   EventReader // nil: the provider sends nothing by itself
	Throttle Throttle
	Log      *slog.Logger
	Now      func() time.Time
	Patience time.Duration // for everything that one call asks of the provider; 0: 8 s, under the 10 s that people are told
}

// Service sells subscriptions and keeps what they grant.
type Service struct {
	store    Store
	provider Provider
	events   EventReader
	throttle Throttle
	log      *slog.Logger
	now      func() time.Time
	patience time.Duration
	refusals rate.Sometimes // logs of events that nobody we know has signed
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{
		store: p.Store, provider: p.Provider, events: p.Events, throttle: p.Throttle, log: p.Log, now: p.Now,
		patience: cmp.Or(p.Patience, patience), refusals: rate.Sometimes{Interval: time.Minute},
	}
}

// begin gives an operation its time. What was begun goes on when its caller leaves: half of a payment helps nobody.
func (s *Service) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.patience)
}

// Confirm keeps the payment of a session that the user says they paid. granted is false when it was cancelled since, which
// brings nothing back. fault.NotFound for an unknown session, fault.Forbidden for another's, fault.Unpaid for one that was
// not paid, or not for Pro, fault.Limit beyond the rate of tries.
func (s *Service) Confirm(ctx context.Context, userID, sessionID string) (granted bool, err error) {
	if err := s.throttle.Try("payment of " + userID); err != nil {
		return false, err
	}
	ctx, done := s.begin(ctx)
	defer done()
	session, err := s.provider.Session(ctx, sessionID)
	if err != nil {
		return false, asPayment(err)
	}
	if session.UserID != userID {
		return false, fault.New(fault.Forbidden, "This payment belongs to another account")
	}
	switch session.State {
	case Paid:
		return s.confirm(ctx, session)
	case Processing:
		return false, errProcessing()
	default:
		return false, fault.New(fault.Unpaid, "This payment was not completed")
	}
}

func errProcessing() error {
	return fault.New(fault.Unpaid, "Your payment is being processed. Pro begins when it has arrived.")
}

// asPayment says what an unknown id is to the one who paid.
func asPayment(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return fault.Wrap(fault.NotFound, "There is no such payment", err)
	}
	return err
}

// confirm keeps the payment of a paid session.
func (s *Service) confirm(ctx context.Context, session Session) (granted bool, err error) {
	standing, err := s.sync(ctx, session.UserID, session.SubscriptionID, session)
	if errors.Is(err, errForeign) {
		return false, fault.Wrap(fault.Unpaid, "This payment was not for Pro", err)
	}
	if err != nil {
		return false, asPayment(err)
	}
	kept, _ := standing.Find(session.SubscriptionID)
	if kept.Status == Suspended {
		return false, fault.New(fault.Unpaid, "This payment was not completed")
	}
	return kept.Status != Ended, nil
}

// Cancel ends whatever charges the user, at once. With nothing to end it does nothing.
func (s *Service) Cancel(ctx context.Context, userID string) error {
	ctx, done := s.begin(ctx)
	defer done()
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return err
	}
	for _, sub := range standing.live() {
		err = errors.Join(err, s.end(ctx, sub))
	}
	return err
}

// Subscription returns a subscription of the user's that has not ended; fault.NotFound when there is none of that id. When
// its period has passed, the provider is asked for the next one.
func (s *Service) Subscription(ctx context.Context, userID, id string) (Subscription, error) {
	ctx, done := s.begin(ctx)
	defer done()
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return Subscription{}, err
	}
	sub, ok := standing.Find(id)
	if ok && sub.Status != Ended && sub.PeriodEnd.Before(s.now()) && sub.Provider == s.provider.Name() && s.throttle.Try("membership of "+userID) == nil {
		if fresh, err := s.sync(ctx, userID, id, Session{}); err == nil { // else what is kept is the best there is
			sub, ok = fresh.Find(id)
		}
	}
	if !ok || sub.Status == Ended {
		return Subscription{}, fault.New(fault.NotFound, "There is no such membership")
	}
	return sub, nil
}

// Receive heeds what the provider sends by itself: it asks for what that is about. fault.Invalid for what the provider did
// not sign.
func (s *Service) Receive(ctx context.Context, payload []byte, signature string) error {
	if s.events == nil {
		return fault.New(fault.Invalid, "Nothing is expected here")
	}
	event, err := s.events.Read(payload, signature)
	if err != nil {
		s.refusals.Do(func() { s.log.Info("an event that the payment provider did not sign was refused", "error", err) })
		return err
	}
	ctx, done := s.begin(ctx)
	defer done()
	err = s.heed(ctx, event)
	if grantsNothing(err) || errors.Is(err, errForeign) {
		// The provider's account may sell other things as well. An error would have it sent again and again.
		s.log.Info("an event of the payment provider is not about a membership of ours", "event", event, "error", err)
		return nil
	}
	return err
}

func (s *Service) heed(ctx context.Context, event Event) error {
	if event.SessionID != "" {
		session, err := s.provider.Session(ctx, event.SessionID)
		if err != nil || session.State != Paid || session.UserID == "" {
			return err
		}
		_, err = s.confirm(ctx, session)
		return err
	}
	if event.SubscriptionID == "" {
		return nil
	}
	owner, err := s.store.OwnerOf(ctx, event.SubscriptionID)
	if fault.KindOf(err) == fault.NotFound {
		var sub Subscription
		sub, err = s.provider.Subscription(ctx, event.SubscriptionID)
		owner = sub.UserID
	}
	if err != nil || owner == "" {
		return err
	}
	_, err = s.sync(ctx, owner, event.SubscriptionID, Session{})
	return err
}
