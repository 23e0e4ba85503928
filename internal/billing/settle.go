package billing

import (
	"cmp"
	"context"
	"errors"

	"engram/internal/fault"
)

// errForeign is a subscription that we have nothing to do with.
var errForeign = errors.New("billing: the subscription is not one of ours")

// sync keeps the provider's present state of a user's subscription, and ends those that the user pays beside it. Email is
// theirs where the subscription tells none. fault.NotFound when the provider does not know it, errForeign when it is
// another's or not one of Pro.
func (s *Service) sync(ctx context.Context, userID, id, email string) (Standing, error) {
	standing, err := s.settle(ctx, userID, id, func(ctx context.Context, id string) (Subscription, error) {
		sub, err := s.provider.Subscription(ctx, id)
		sub.Email = cmp.Or(sub.Email, email)
		return sub, err
	})
	if err != nil {
		return Standing{}, err
	}
	current, ok := Current(standing.Subscriptions, s.now())
	for _, sub := range standing.Subscriptions {
		if ok && sub.ID != current.ID && sub.Status != Ended {
			s.log.Warn("somebody has two memberships: one is cancelled, and what was paid for it is to be given back",
				"user", userID, "cancelled", sub.ID, "kept", current.ID)
			if err := s.end(ctx, sub); err != nil && !errors.Is(err, errNotThere) {
				return Standing{}, err
			}
		}
	}
	return standing, nil
}

// settle asks the provider and keeps what it says. When something else was kept meanwhile it asks again: then nobody can
// tell which of the two is the newer.
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
		sub.UserID = cmp.Or(sub.UserID, userID) // whoever asks knows it from the session, or from what is kept
		// Whoever pays for it already goes on when its price is no longer on sale.
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

// end cancels a subscription at its provider. One of the test checkout, where nobody is charged, ends without being asked
// for when there is a real provider now.
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

// errNotThere is a subscription of ours that the provider does not know.
var errNotThere = errors.New("billing: the provider does not know the subscription")

func (s *Service) notThere(sub Subscription, cause error) error {
	s.log.Error("the payment provider does not know a membership that is to be cancelled",
		"user", sub.UserID, "subscription", sub.ID, "provider", sub.Provider, "error", cause)
	return fault.Wrap(fault.Unavailable, "Your membership can't be reached at the payment service. Please write to us.", errNotThere)
}
