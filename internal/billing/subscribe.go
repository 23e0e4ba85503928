package billing

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/plan"
)

// Subscribe begins a checkout and returns its session, to be paid at its URL. Until it is paid, another call for the same
// cycle from the same origin returns the same one. fault.Invalid for no cycle, fault.Conflict for who is Pro already.
func (s *Service) Subscribe(ctx context.Context, userID string, cycle Cycle, origin string) (Session, error) {
	ctx, done := begin(ctx)
	defer done()
	if cycle != Monthly && cycle != Annual {
		return Session{}, fault.New(fault.Invalid, "Please choose to pay by the month or by the year")
	}
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return Session{}, err
	}
	if standing.Plan == plan.Pro {
		return Session{}, errAlreadyPro()
	}
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

func errAlreadyPro() error { return fault.New(fault.Conflict, "You already have Pro") }

func errBegunElsewhere() error {
	return fault.New(fault.Unavailable, "Another payment was begun just now. Please try again.")
}

// proceed returns the session of a user's checkout when it serves the wanted one; a session that is not open says that
// another checkout is to be begun.
func (s *Service) proceed(ctx context.Context, c, wanted Checkout) (Session, error) {
	if c.SessionID == "" {
		if !c.fits(wanted) {
			return Session{}, nil // whoever began it will find it gone
		}
		return s.open(ctx, c)
	}
	ask := s.provider.Session
	if !c.fits(wanted) {
		ask = s.provider.Expire // or both could be paid
	}
	session, err := ask(ctx, c.SessionID)
	switch {
	case fault.KindOf(err) == fault.NotFound: // of another provider, as it was set before
		return Session{}, nil
	case err != nil:
		return Session{}, err
	case session.State == Processing:
		return Session{}, fault.New(fault.Conflict, "Your payment is being processed. Pro begins when it has arrived.")
	case session.State == Paid:
		return s.proceedPaid(ctx, session)
	}
	return session, nil
}

// proceedPaid makes up for a payment that nobody told us of.
func (s *Service) proceedPaid(ctx context.Context, session Session) (Session, error) {
	granted, err := s.confirm(ctx, session)
	if grantsNothing(err) {
		return Session{}, nil
	}
	if err == nil && granted {
		err = errAlreadyPro()
	}
	return Session{}, err
}

// grantsNothing reports whether confirm found that there is nothing to keep.
func grantsNothing(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unpaid || kind == fault.NotFound
}

// open has the provider open the session of a checkout that is kept. Calls at once get one session, since they have one key.
func (s *Service) open(ctx context.Context, c Checkout) (Session, error) {
	session, err := s.provider.Begin(ctx, c)
	if err != nil {
		// A provider may answer one key with one failure for a day. Nobody knows the session that it may have opened.
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
