package billing

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"engram/internal/fault"
)

// Subscribe begins a checkout and returns its session. Until paid, another call for the same cycle
// and origin returns the same one. fault.Invalid for an unknown cycle, AlreadyPro for a Pro user,
// fault.Unpaid while money is on its way, fault.Limit beyond the rate.
func (s *Service) Subscribe(ctx context.Context, userID string, cycle Cycle, origin string) (Session, error) {
	if cycle != Monthly && cycle != Annual {
		return Session{}, fault.New(fault.Invalid, "Please choose to pay by the month or by the year")
	}
	if err := s.throttle.Try(ctx, "checkout of "+userID); err != nil {
		return Session{}, err
	}
	ctx, done := s.begin(ctx)
	defer done()
	key, err := uuid.NewV7()
	if err != nil {
		return Session{}, err
	}
	wanted := Checkout{UserID: userID, Key: key.String(), Cycle: cycle, Origin: origin, CreatedAt: s.now()}
	for range maxTries {
		checkout, err := s.store.BeginCheckout(ctx, wanted)
		if err != nil {
			return Session{}, err
		}
		session, err := s.proceed(ctx, checkout, wanted)
		if err != nil || session.State == Open {
			return session, err
		}
		if err := s.store.EndCheckout(ctx, checkout); err != nil {
			return Session{}, err
		}
	}
	return Session{}, errBegunElsewhere()
}

// AlreadyPro is the error for buying what one has.
func AlreadyPro() error { return fault.New(fault.Conflict, "You already have Pro") }

func errBegunElsewhere() error {
	return fault.New(fault.Unavailable, "Another payment was begun just now. Please try again.")
}

// proceed returns the session of the user's checkout if it serves the wanted one. A session that is
// not open means that a new checkout must begin.
func (s *Service) proceed(ctx context.Context, c, wanted Checkout) (Session, error) {
	if c.SessionID == "" {
		if !c.fits(wanted) {
			return Session{}, nil // a caller opening it will find it gone
		}
		return s.open(ctx, c)
	}
	ask := s.provider.Session
	if !c.fits(wanted) {
		ask = s.provider.Expire // or both could be paid
	}
	session, err := s.session(ctx, ask, c.SessionID)
	switch {
	case fault.KindOf(err) == fault.NotFound: // of an earlier provider
		return Session{}, nil
	case err != nil:
		return Session{}, err
	case session.State == Processing:
		return Session{}, errProcessing()
	case session.State == Paid:
		return s.proceedPaid(ctx, session)
	}
	return session, nil
}

// session fetches a session. One whose payment failed for good counts as expired.
func (s *Service) session(ctx context.Context, ask func(context.Context, string) (Session, error), id string) (Session, error) {
	session, err := ask(ctx, id)
	if err != nil || session.State != Processing || session.SubscriptionID == "" {
		return session, err
	}
	sub, err := s.provider.Subscription(ctx, session.SubscriptionID)
	if fault.KindOf(err) == fault.NotFound || err == nil && sub.Status == Ended {
		session.State, err = Expired, nil
	}
	return session, err
}

// proceedPaid records a payment that was not announced.
func (s *Service) proceedPaid(ctx context.Context, session Session) (Session, error) {
	granted, err := s.confirm(ctx, session)
	if grantsNothing(err) {
		return Session{}, nil
	}
	if err == nil && granted {
		err = AlreadyPro()
	}
	return Session{}, err
}

// grantsNothing reports whether confirm found nothing to record.
func grantsNothing(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unpaid || kind == fault.NotFound
}

// open opens the session of a stored checkout. Concurrent calls get the same session by its key.
func (s *Service) open(ctx context.Context, c Checkout) (Session, error) {
	session, err := s.provider.Begin(ctx, c)
	if err != nil {
		// A provider may repeat a failure for the same key all day, so a new key is needed.
		return Session{}, errors.Join(err, s.store.EndCheckout(context.WithoutCancel(ctx), c))
	}
	c.SessionID = session.ID
	noted, err := s.store.NoteSession(ctx, c)
	if err != nil {
		return Session{}, err
	}
	if noted {
		return session, nil
	}
	if _, err := s.provider.Expire(ctx, session.ID); err != nil {
		return Session{}, err
	}
	return Session{}, errBegunElsewhere()
}
