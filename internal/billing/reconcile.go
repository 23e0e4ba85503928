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
	return errors.Join(
		eachOf(ctx, s.reconcileCheckout, func() ([]Checkout, error) {
			return s.store.Abandoned(ctx, s.now().Add(-CheckoutLife-time.Minute), batch)
		}),
		eachOf(ctx, s.reconcileSubscription, func() ([]Subscription, error) {
			return s.store.Unchecked(ctx, s.now().Add(-checkEvery), batch)
		}),
	)
}

// eachOf does what is due, until nothing is or ctx leaves no time for one more. What was done is due no longer. What fails
// stays due and ends the run, but not before the others that were read with it had their turn.
func eachOf[T any](ctx context.Context, do func(context.Context, T) error, due func() ([]T, error)) error {
	for {
		items, failed := due()
		for _, item := range items {
			if deadline, limited := ctx.Deadline(); ctx.Err() != nil || limited && time.Until(deadline) < patience {
				return failed
			}
			failed = cmp.Or(doOne(ctx, do, item), failed)
		}
		if failed != nil || len(items) == 0 {
			return failed
		}
	}
}

func doOne[T any](ctx context.Context, do func(context.Context, T) error, item T) error {
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	return do(ctx, item)
}

// reconcileCheckout keeps the payment of a checkout whose user never came back, and forgets the checkout.
func (s *Service) reconcileCheckout(ctx context.Context, c Checkout) error {
	if c.SessionID == "" {
		return s.store.EndCheckout(ctx, c)
	}
	session, err := s.provider.Session(ctx, c.SessionID)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	if session.State == Paid {
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
		_, err := s.sync(ctx, sub.UserID, sub.ID, "")
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
