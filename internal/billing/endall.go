package billing

import (
	"context"

	"engram/internal/fault"
)

// EndAll ends all that charges the user, and all that could begin to: a checkout can't be paid any
// more. After an error something may still charge; fault.Conflict while a payment is on its way. A
// user who is not there owes nothing.
func (s *Service) EndAll(ctx context.Context, userID string) error {
	if err := s.expireCheckout(ctx, userID); err != nil {
		return err
	}
	err := s.Cancel(ctx, userID)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}

// expireCheckout has the user's checkout expire at the provider, and records a payment that came
// first.
func (s *Service) expireCheckout(ctx context.Context, userID string) error {
	ctx, done := s.begin(ctx)
	defer done()
	c, err := s.store.Checkout(ctx, userID)
	if fault.KindOf(err) == fault.NotFound || err == nil && c.SessionID == "" {
		return nil // a call that opens its session will find it gone with the account
	}
	if err != nil {
		return err
	}
	session, err := s.session(ctx, s.provider.Expire, c.SessionID)
	switch {
	case fault.KindOf(err) == fault.NotFound: // of an earlier provider
	case err != nil:
		return err
	case session.State == Processing:
		return fault.New(fault.Conflict, "A payment of yours is on its way. Please delete your account when it has arrived, so that it can be ended.")
	case session.State == Paid:
		if _, err := s.confirm(ctx, session); err != nil && !grantsNothing(err) {
			return err
		}
	}
	return s.store.EndCheckout(ctx, c)
}
