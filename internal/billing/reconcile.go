package billing

import (
	"cmp"
	"context"
	"errors"
	"time"

	"engram/internal/fault"
)

const (
	checkEvery = 23 * time.Hour // a subscription is asked for, about once a day
	batch      = 50             // rows read at a time
)

// Reconcile makes up for what nobody told us: it asks for each subscription once a day, and for each checkout that came to
// no end once it can't be paid any more. Where it ends for want of time, or because the provider does not answer, the next
// run goes on.
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

// queue is what is due, the longest waiting first.
type queue[T any] struct {
	due    func(ctx context.Context) ([]T, error)
	do     func(ctx context.Context, item T) error // what was done is due no longer
	putOff func(ctx context.Context, item T) error // to the end of the queue
}

// run does what is due, until nothing is or ctx leaves no time for one more. What fails ends the run, but not before the others
// that were read with it had their turn; it stays due behind all others, so that the next run begins with those.
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

// reconcileCheckout keeps the payment of a checkout whose user never came back, and forgets the checkout unless money is on its
// way.
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
			s.log.Info("a payment was found that nobody told us of", "user", c.UserID, "subscription", session.SubscriptionID)
		}
	}
	return s.store.EndCheckout(ctx, c)
}

// reconcileSubscription keeps what the provider says of a subscription now.
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
	// A wrong key must not take away what people pay for.
	s.log.Warn("the payment provider does not know a membership, which stays as it is", "user", sub.UserID, "subscription", sub.ID, "provider", sub.Provider)
	return s.leave(ctx, sub)
}

// leave notes that a subscription was looked at and is what it was.
func (s *Service) leave(ctx context.Context, sub Subscription) error {
	standing, err := s.store.Standing(ctx, sub.UserID)
	if kept, ok := standing.Find(sub.ID); ok && err == nil {
		_, _, err = s.store.Settle(ctx, kept, standing.Version, s.now())
	}
	return err
}
