package billing

import (
	"cmp"
	"context"
	"errors"

	"engram/internal/email"
	"engram/internal/fault"
)

// errForeign means that a subscription is none of ours.
var errForeign = errors.New("billing: the subscription is not one of ours")

// sync stores the provider's state of a subscription. If that grants Pro, others are ended. from is
// the session that led to it, if known; its email is a fallback. fault.NotFound if the provider
// does not know it, errForeign if it is another's or not Pro.
func (s *Service) sync(ctx context.Context, userID, id string, from Session) (Standing, error) {
	standing, err := s.settle(ctx, userID, id, func(ctx context.Context, id string) (Subscription, error) {
		sub, err := s.provider.Subscription(ctx, id)
		sub.Email = cmp.Or(sub.Email, from.Email)
		return sub, err
	})
	if err != nil {
		return Standing{}, err
	}
	current, ok := Current(standing.Subscriptions, s.now())
	if !ok {
		return standing, nil
	}
	for _, sub := range standing.live() {
		if sub.ID == current.ID {
			continue
		}
		if err := s.endSecond(ctx, sub, current); err != nil {
			return Standing{}, err
		}
	}
	return standing, s.closeCheckout(ctx, userID, from.ID, id)
}

// endSecond ends a subscription of a user who has Pro by another.
func (s *Service) endSecond(ctx context.Context, second, current Subscription) error {
	err := s.end(ctx, second)
	switch {
	case errors.Is(err, errNotThere): // logged already
		return nil
	case err == nil && second.Status == Active:
		s.log.Warn("somebody had two memberships: one was cancelled, and what was paid for it is to be given back",
			"user", second.UserID, "cancelled", second.ID, "kept", current.ID)
	}
	return err
}

// closeCheckout deletes a Pro user's checkout after expiring its session, recording a payment made
// meanwhile. If the provider can't be reached, Reconcile does it later.
func (s *Service) closeCheckout(ctx context.Context, userID, paidSession, paidSubscription string) error {
	c, err := s.store.Checkout(ctx, userID)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if c.SessionID == "" || c.SessionID == paidSession {
		return s.store.EndCheckout(ctx, c) // a caller opening its session will find it gone
	}
	session, err := s.provider.Expire(ctx, c.SessionID)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		s.log.Warn("a checkout of somebody who has Pro can still be paid", "user", userID,
			"session", c.SessionID, "error", err)
		return nil
	}
	if err := s.store.EndCheckout(ctx, c); err != nil {
		return err
	}
	if session.State == Paid && session.SubscriptionID != paidSubscription {
		if _, err := s.confirm(ctx, session); !grantsNothing(err) {
			return err
		}
	}
	return nil
}

// settle fetches the provider's state and stores it. If another state was stored meanwhile it
// starts over, since either may be newer.
func (s *Service) settle(ctx context.Context, userID, id string, ask func(context.Context, string) (Subscription, error)) (Standing, error) {
	for range maxTries {
		kept, err := s.store.Standing(ctx, userID)
		if err != nil {
			return Standing{}, err
		}
		sub, err := ask(ctx, id)
		if err != nil {
			return Standing{}, err
		}
		sub.UserID = cmp.Or(sub.UserID, userID) // known from the session, or stored
		if !email.Valid(sub.Email) {
			sub.Email = ""
		}
		// Existing subscribers keep prices that are no longer on sale.
		if _, known := kept.Find(id); sub.UserID != userID || !sub.OnSale && !known {
			return Standing{}, errForeign
		}
		standing, settled, err := s.store.Settle(ctx, sub, kept.Version, s.now())
		if err != nil || settled {
			return standing, err
		}
	}
	return Standing{}, fault.New(fault.Unavailable, "Your membership is being changed already. Please try again in a moment.")
}

// end cancels a subscription at its provider. One from the test checkout just ends if there is a
// real provider now.
func (s *Service) end(ctx context.Context, sub Subscription) error {
	if sub.Provider == s.provider.Name() {
		_, err := s.settle(ctx, sub.UserID, sub.ID, s.provider.Cancel)
		if fault.KindOf(err) == fault.NotFound {
			return s.notThere(sub, err)
		}
		return err
	}
	if sub.Provider != TestProvider {
		return s.notThere(sub, errors.New("it is another provider's"))
	}
	_, err := s.settle(ctx, sub.UserID, sub.ID, func(context.Context, string) (Subscription, error) {
		sub.Status = Ended
		return sub, nil
	})
	return err
}

// errNotThere means that the provider does not know a subscription of ours.
var errNotThere = errors.New("billing: the provider does not know the subscription")

func (s *Service) notThere(sub Subscription, cause error) error {
	s.log.Error("the payment provider does not know a membership that is to be cancelled",
		"user", sub.UserID, "subscription", sub.ID, "provider", sub.Provider, "error", cause)
	return fault.Wrap(fault.Unavailable,
		"Your membership can't be reached at the payment service. Please write to us.", errNotThere)
}
