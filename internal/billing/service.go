package billing

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/plan"
)

const (
	patience = 8 * time.Second // for everything that one call asks of the provider
	maxTries = 5               // of what others may get in the way of
)

// Service sells subscriptions and keeps what they grant.
type Service struct {
	store    Store
	provider Provider
	events   EventReader // nil: the provider sends nothing by itself
	log      *slog.Logger
	now      func() time.Time
}

// New returns a Service. events may be nil.
func New(store Store, provider Provider, events EventReader, log *slog.Logger, now func() time.Time) *Service {
	return &Service{store: store, provider: provider, events: events, log: log, now: now}
}

// begin gives an operation its time. What was begun goes on when its caller leaves: half of a payment helps nobody.
func begin(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), patience)
}

// Confirm keeps the payment of a session that the user says they paid. granted is false when it was cancelled since, which
// brings nothing back. fault.NotFound for an unknown session, fault.Forbidden for another's, fault.Unpaid for one that was
// not paid, or not for Pro.
func (s *Service) Confirm(ctx context.Context, userID, sessionID string) (granted bool, err error) {
	ctx, done := begin(ctx)
	defer done()
	session, err := s.provider.Session(ctx, sessionID)
	if fault.KindOf(err) == fault.NotFound {
		return false, fault.Wrap(fault.NotFound, "There is no such payment", err)
	}
	if err != nil {
		return false, err
	}
	if session.UserID != userID {
		return false, fault.New(fault.Forbidden, "This payment belongs to another account")
	}
	switch session.State {
	case Paid:
		return s.confirm(ctx, session)
	case Processing:
		return false, fault.New(fault.Unpaid, "Your payment is being processed. Pro begins when it has arrived.")
	default:
		return false, fault.New(fault.Unpaid, "This payment was not completed")
	}
}

func (s *Service) confirm(ctx context.Context, session Session) (granted bool, err error) {
	standing, err := s.sync(ctx, session.UserID, session.SubscriptionID, session.Email)
	if errors.Is(err, errForeign) {
		return false, fault.Wrap(fault.Unpaid, "This payment was not for Pro", err)
	}
	if err != nil {
		return false, err
	}
	kept, _ := standing.Find(session.SubscriptionID)
	if kept.Status == Suspended {
		return false, fault.New(fault.Unpaid, "This payment was not completed")
	}
	return kept.Status != Ended, nil
}

// Cancel ends whatever charges the user, at once. With nothing to end it does nothing.
func (s *Service) Cancel(ctx context.Context, userID string) error {
	ctx, done := begin(ctx)
	defer done()
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return err
	}
	for _, sub := range standing.live() {
		if err := s.end(ctx, sub); err != nil {
			return err
		}
	}
	return nil
}

// Subscription returns a subscription of the user's that has not ended; fault.NotFound when there is none of that id. When
// its period has passed, the provider is asked for the next one.
func (s *Service) Subscription(ctx context.Context, userID, id string) (Subscription, error) {
	ctx, done := begin(ctx)
	defer done()
	standing, err := s.store.Standing(ctx, userID)
	if err != nil {
		return Subscription{}, err
	}
	sub, ok := standing.Find(id)
	if ok && sub.Status != Ended && sub.PeriodEnd.Before(s.now()) && sub.Provider == s.provider.Name() {
		if fresh, err := s.sync(ctx, userID, id, ""); err == nil { // else what is kept is the best there is
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
		return err
	}
	ctx, done := begin(ctx)
	defer done()
	err = s.heed(ctx, event)
	if kind := fault.KindOf(err); kind == fault.NotFound || kind == fault.Unpaid || errors.Is(err, errForeign) {
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
	_, err = s.sync(ctx, owner, event.SubscriptionID, "")
	return err
}

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

// TestProvider is the name of the provider that charges nobody.
const TestProvider = "test"

// errNotThere is a subscription of ours that the provider does not know.
var errNotThere = errors.New("billing: the provider does not know the subscription")

func (s *Service) notThere(sub Subscription, cause error) error {
	s.log.Error("the payment provider does not know a membership that is to be cancelled",
		"user", sub.UserID, "subscription", sub.ID, "provider", sub.Provider, "error", cause)
	return fault.Wrap(fault.Unavailable, "Your membership can't be reached at the payment service. Please write to us.", errNotThere)
}

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
	if fault.KindOf(err) == fault.Unpaid {
		return Session{}, nil
	}
	if err == nil && granted {
		err = errAlreadyPro()
	}
	return Session{}, err
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
