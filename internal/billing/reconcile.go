package billing

import (
	"cmp"
	"context"
	"errors"
	"time"

	"engram/internal/fault"
)

const (
	checkEvery = 23 * time.Hour // between checks of a subscription
	batch      = 50             // rows read at a time
)

// Reconcile catches up on missed events: it checks each subscription daily, and each unfinished
// checkout after it expires. If time runs out or the provider fails, the next run continues.
func (s *Service) Reconcile(ctx context.Context) error {
	begun, asked := s.now().Add(-CheckoutLife-time.Minute), s.now().Add(-checkEvery)
	checkouts := queue[Checkout]{
		due: func(ctx context.Context) ([]Checkout, error) { return s.store.Abandoned(ctx, begun, batch) },
		do:  s.reconcileCheckout,
		putOff: func(ctx context.Context, c Checkout) error {
			return s.store.PutOffCheckout(ctx, c, begun.Add(-time.Millisecond))
		},
	}
	subscriptions := queue[Subscription]{
		due: func(ctx context.Context) ([]Subscription, error) { return s.store.Unchecked(ctx, asked, batch) },
		do:  s.reconcileSubscription,
		putOff: func(ctx context.Context, sub Subscription) error {
			return s.store.PutOff(ctx, sub, asked.Add(-time.Millisecond))
		},
	}
	return errors.Join(checkouts.run(ctx, s.patience), subscriptions.run(ctx, s.patience))
}

// queue processes what is due, longest waiting first.
type queue[T any] struct {
	due    func(ctx context.Context) ([]T, error)
	do     func(ctx context.Context, item T) error // what it processed is no longer due
	putOff func(ctx context.Context, item T) error // to the end of the queue
}

// run processes until nothing is due or time runs short. A failing item is put off, so that others
// get their turn, and its error ends the run.
func (q queue[T]) run(ctx context.Context, patience time.Duration) error {
	for {
		items, failed := q.due(ctx)
		for _, item := range items {
			if deadline, limited := ctx.Deadline(); ctx.Err() != nil || limited && time.Until(deadline) < patience {
				return failed
			}
			if err := q.doOne(ctx, item, patience); err != nil {
				failed = cmp.Or(failed, errors.Join(err, q.putOff(ctx, item)))
			}
		}
		if failed != nil || len(items) == 0 {
			return failed
		}
	}
}

func (q queue[T]) doOne(ctx context.Context, item T, patience time.Duration) error {
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	return q.do(ctx, item)
}

// reconcileCheckout records the payment of a user who never returned, and deletes the checkout
// unless money is on its way.
func (s *Service) reconcileCheckout(ctx context.Context, c Checkout) error {
	if c.SessionID == "" {
		return s.store.EndCheckout(ctx, c)
	}
	session, err := s.session(ctx, s.provider.Expire, c.SessionID) // the provider's clock may be behind
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	switch session.State {
	case Processing:
		return s.store.PutOffCheckout(ctx, c, s.now())
	case Paid:
		granted, err := s.confirm(ctx, session)
		if err != nil && !grantsNothing(err) {
			return err
		}
		if granted {
			s.log.Info("a payment was found that nobody told us of", "user", c.UserID,
				"subscription", session.SubscriptionID)
		}
	}
	return s.store.EndCheckout(ctx, c)
}

// reconcileSubscription stores the provider's current state.
func (s *Service) reconcileSubscription(ctx context.Context, sub Subscription) error {
	switch {
	case sub.Provider == s.provider.Name():
		_, err := s.sync(ctx, sub.UserID, sub.ID, Session{})
		if fault.KindOf(err) != fault.NotFound && !errors.Is(err, errForeign) {
			return err
		}
	case sub.Provider == TestProvider:
		return s.end(ctx, sub)
	}
	// A wrong API key must not take away what people pay for.
	s.log.Warn("the payment provider does not know a membership, which stays as it is", "user",
		sub.UserID, "subscription", sub.ID, "provider", sub.Provider)
	return s.leave(ctx, sub)
}

// leave records a check without change.
func (s *Service) leave(ctx context.Context, sub Subscription) error {
	standing, err := s.store.Standing(ctx, sub.UserID)
	if kept, ok := standing.Find(sub.ID); ok && err == nil {
		_, _, err = s.store.Settle(ctx, kept, standing.Version, s.now())
	}
	return err
}
