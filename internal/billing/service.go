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
	patience = 8 * time.Second // for all requests of one call
	maxTries = 5               // after conflicting changes
)

// Throttle limits attempts per key; beyond it Try returns fault.Limit.
type Throttle interface {
	Try(ctx context.Context, key string) error
}

// Parts are the parts of a Service.
type Parts struct {
	Store    Store
	Provider Provider
	Events   EventReader // nil: the provider sends none
	Throttle Throttle
	Log      *slog.Logger
	Now      func() time.Time
	Patience time.Duration // for all requests of one call; 0: 8 s, below the 10 s promised to users
}

// Service sells subscriptions and stores what they grant.
type Service struct {
	store    Store
	provider Provider
	events   EventReader
	throttle Throttle
	log      *slog.Logger
	now      func() time.Time
	patience time.Duration
	refusals rate.Sometimes // limits log lines about events with a wrong signature
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{
		store: p.Store, provider: p.Provider, events: p.Events, throttle: p.Throttle, log: p.Log, now: p.Now,
		patience: cmp.Or(p.Patience, patience), refusals: rate.Sometimes{Interval: time.Minute},
	}
}

// begin bounds an operation's time. It continues when its caller leaves: half a payment helps
// nothing.
func (s *Service) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.patience)
}

// Confirm records a session that the user says is paid. granted is false if it was cancelled since.
// fault.NotFound if unknown, fault.Forbidden if another's, fault.Unpaid if unpaid or not for Pro,
// fault.Limit beyond the rate.
func (s *Service) Confirm(ctx context.Context, userID, sessionID string) (granted bool, err error) {
	if err := s.throttle.Try(ctx, "payment of "+userID); err != nil {
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

// asPayment words the error for an unknown id.
func asPayment(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return fault.Wrap(fault.NotFound, "There is no such payment", err)
	}
	return err
}

// confirm records a paid session.
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

// Cancel ends all that charges the user, at once.
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

// Subscription returns a subscription of the user's that has not ended; fault.NotFound if there is
// none. If its period is over, the provider is asked.
func (s *Service) Subscription(ctx context.Context, userID, id string) (Subscription, error) {
	ctx, done := s.begin(ctx)
	defer done()
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return Subscription{}, err
	}
	sub, ok := standing.Find(id)
	if ok && sub.Status != Ended && sub.PeriodEnd.Before(s.now()) &&
		sub.Provider == s.provider.Name() && s.throttle.Try(ctx, "membership of "+userID) == nil {
		if fresh, err := s.sync(ctx, userID, id, Session{}); err == nil { // else the stored state is the best known
			sub, ok = fresh.Find(id)
		}
	}
	if !ok || sub.Status == Ended {
		return Subscription{}, fault.New(fault.NotFound, "There is no such membership")
	}
	return sub, nil
}

// Receive handles an event by fetching what it is about. fault.Invalid if the signature is wrong.
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
		// The provider account may sell other things. An error would make it resend the event.
		s.log.Info("an event of the payment provider is not about a membership of ours", "event",
			event, "error", err)
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
