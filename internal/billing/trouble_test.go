package billing_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/billing"
	"engram/internal/billing/stripe"
	"engram/internal/billing/stripe/stripetest"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store/payments"
)

// TestTwice covers users who might pay twice.
func TestTwice(t *testing.T) {
	t.Run("API-38 a user who became Pro meanwhile has no session to pay", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first := s.subscribe(user)
		s.stripe.Pay(first.ID)
		parts := s.parts(s.provider())
		parts.Store = &meanwhile{Store: payments.New(s.db), do: func() {
			if granted, err := s.Confirm(t.Context(), user, first.ID); !granted || err != nil {
				t.Error(granted, err)
			}
		}}
		second, err := billing.New(parts).Subscribe(t.Context(), user, billing.Monthly, "https://engram.example")
		if fault.KindOf(err) != fault.Conflict || second.State == billing.Open {
			t.Errorf("got %+v, %v", second, err)
		}
		s.mustBe(user, plan.Pro)
	})
	t.Run("API-38 a session is closed if its user became Pro while it was opened", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		other := s.subscribe(user)
		s.stripe.Change(other.ID, map[string]any{"status": "expired"})
		parts := s.parts(&opening{Provider: s.provider(), do: func() {
			s.stripe.Change(other.ID, map[string]any{"status": "open"})
			s.stripe.Pay(other.ID)
			if granted, err := s.Confirm(t.Context(), user, other.ID); !granted || err != nil {
				t.Error(granted, err)
			}
		}})
		session, err := billing.New(parts).Subscribe(t.Context(), user, billing.Monthly, "https://engram.example")
		if fault.KindOf(err) != fault.Unavailable || session.URL != "" {
			t.Errorf("got %+v, %v", session, err)
		}
		s.nothingToPay()
	})
	t.Run("API-38 Pro by one session closes the other open one", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first, second := s.twoSessions(user)
		s.stripe.Pay(first.ID)
		if granted, err := s.Confirm(t.Context(), user, first.ID); !granted || err != nil {
			t.Fatal(granted, err)
		}
		if s.stripe.Pay(second.ID) != "" {
			t.Error("the second was paid")
		}
	})
	t.Run("API-38 a session that can't be closed is closed later, and its subscription ended", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first, second := s.twoSessions(user)
		s.stripe.Pay(first.ID)
		parts := s.parts(stubborn{s.provider()})
		if granted, err := billing.New(parts).Confirm(t.Context(), user, first.ID); !granted || err != nil {
			t.Fatal(granted, err)
		}
		late := s.stripe.Pay(second.ID)
		s.stripe.Change(late, map[string]any{"created": time.Now().Add(time.Minute).Unix()})
		s.now = s.now.Add(billing.CheckoutLife + 2*time.Minute)
		s.reconcile()
		standing, err := s.rows.Standing(t.Context(), user)
		if kept, ok := standing.Find(late); err != nil || !ok || kept.Status != billing.Ended || standing.Plan != plan.Pro {
			t.Errorf("got %+v, %v", standing, err)
		}
		if got := strings.Count(s.log.String(), "is to be given back"); got != 1 {
			t.Errorf("money is to be given back %d times:\n%s", got, s.log.String())
		}
	})
	t.Run("API-38 a failure beside a success keeps the session", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		parts := s.parts(&opening{Provider: s.provider(), fails: true, do: func() { s.subscribe(user) }})
		if _, err := billing.New(parts).Subscribe(t.Context(), user, billing.Monthly, "https://engram.example"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		kept, err := s.rows.Checkout(t.Context(), user)
		if err != nil || kept.SessionID == "" {
			t.Errorf("got %+v, %v", kept, err)
		}
	})
	t.Run("a subscription in arrears gives way to a paid one, without a refund", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first, second := s.twoSessions(user)
		late, paid := s.stripe.Pay(first.ID), s.stripe.Pay(second.ID)
		s.stripe.Change(paid, map[string]any{"created": time.Now().Add(time.Minute).Unix()})
		s.stripe.Change(late, map[string]any{"status": "past_due"})
		for _, id := range []string{first.ID, second.ID} {
			if _, err := s.Confirm(t.Context(), user, id); err != nil {
				t.Error(err)
			}
		}
		standing, _ := s.rows.Standing(t.Context(), user)
		a, _ := standing.Find(late)
		b, _ := standing.Find(paid)
		if a.Status != billing.Ended || b.Status != billing.Active || strings.Contains(s.log.String(), "given back") {
			t.Errorf("got %+v\n%s", standing, s.log.String())
		}
	})
	t.Run("a membership that ended unpaid needs no refund", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		s.stripe.Change(sub, map[string]any{"status": "unpaid"})
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		s.mustBe(user, plan.Free)
		session := s.subscribe(user)
		s.stripe.Pay(session.ID)
		if granted, err := s.Confirm(t.Context(), user, session.ID); !granted || err != nil {
			t.Fatal(granted, err)
		}
		if strings.Contains(s.log.String(), "given back") {
			t.Error(s.log.String())
		}
	})
}

// nothingToPay fails the test if a session can be paid.
func (s *shop) nothingToPay() {
	s.t.Helper()
	for _, id := range s.stripe.Sessions() {
		if s.stripe.Pay(id) != "" {
			s.t.Errorf("%s was paid", id)
		}
	}
}

// meanwhile is a Store that calls back before a checkout begins.
type meanwhile struct {
	*payments.Store
	once sync.Once
	do   func()
}

func (m *meanwhile) BeginCheckout(ctx context.Context, c billing.Checkout) (billing.Checkout, error) {
	m.once.Do(m.do)
	return m.Store.BeginCheckout(ctx, c)
}

// opening is a provider that calls back while it opens a session.
type opening struct {
	billing.Provider
	once  sync.Once
	do    func()
	fails bool
}

func (o *opening) Begin(ctx context.Context, c billing.Checkout) (billing.Session, error) {
	session, err := o.Provider.Begin(ctx, c)
	o.once.Do(o.do)
	if o.fails {
		return billing.Session{}, fault.New(fault.Unavailable, "late")
	}
	return session, err
}

// stubborn is a provider that closes no session.
type stubborn struct{ billing.Provider }

func (stubborn) Expire(context.Context, string) (billing.Session, error) {
	return billing.Session{}, fault.New(fault.Unavailable, "not now")
}

func TestTries(t *testing.T) {
	t.Run("too many attempts are rejected before the provider is asked", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		tries := len(s.tries)
		s.tired = fault.New(fault.Limit, "slowly")
		calls := len(s.stripe.Calls())
		if _, err := s.Subscribe(t.Context(), user, billing.Monthly, "https://engram.example"); fault.KindOf(err) != fault.Limit {
			t.Errorf("got %v", err)
		}
		if _, err := s.Confirm(t.Context(), user, s.stripe.SessionOf(sub)); fault.KindOf(err) != fault.Limit {
			t.Errorf("got %v", err)
		}
		s.now = s.now.AddDate(0, 2, 0) // the period has passed
		if got, err := s.Subscription(t.Context(), user, sub); err != nil || got.ID != sub {
			t.Errorf("the stored state is not returned: %+v, %v", got, err)
		}
		if again := len(s.stripe.Calls()); again != calls {
			t.Errorf("Stripe was asked %d times", again-calls)
		}
		for _, key := range s.tries[tries:] {
			if !strings.HasSuffix(key, user) {
				t.Errorf("%q is not the user's own", key)
			}
		}
	})
	t.Run("cancelling is never limited", func(t *testing.T) {
		s := newShop(t)
		user, _ := s.member()
		s.tired = fault.New(fault.Limit, "slowly")
		if err := s.Cancel(t.Context(), user); err != nil {
			t.Error(err)
		}
		s.mustBe(user, plan.Free)
	})
}

func TestEmail(t *testing.T) {
	email := func(s *shop, user string) string {
		u, _, err := s.rows.UserBySession(t.Context(), user, []byte("first"), time.Time{}, s.now)
		if err != nil {
			t.Error(err)
		}
		return u.Email
	}
	t.Run("API-14 a removed email does not come back", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		if got := email(s, user); got == "" {
			t.Fatal("none was taken over")
		}
		if err := s.rows.SetEmail(t.Context(), user, "", s.now); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		if _, err := s.Confirm(t.Context(), user, s.stripe.SessionOf(sub)); err != nil {
			t.Error(err)
		}
		if got := email(s, user); got != "" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("API-14 an invalid email is not adopted", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		sub := s.stripe.Pay(session.ID)
		s.stripe.Change(sub, map[string]any{"customer": map[string]any{"email": "jenny\u202e@example.com"}})
		if granted, err := s.Confirm(t.Context(), user, session.ID); !granted || err != nil {
			t.Fatal(granted, err)
		}
		if got := email(s, user); got != "" {
			t.Errorf("got %q", got)
		}
	})
}

func TestPatience(t *testing.T) {
	t.Run("API-38 a provider's time limit is below the 10 s promised to users", func(t *testing.T) {
		s := newShop(t)
		timed := &clocked{Provider: s.provider()}
		_, _ = billing.New(s.parts(timed)).Confirm(t.Context(), s.user(), "cs_test_1")
		if timed.left <= time.Second || timed.left >= 10*time.Second {
			t.Errorf("it had %v", timed.left)
		}
	})
}

// clocked records deadlines.
type clocked struct {
	billing.Provider
	left time.Duration
}

func (c *clocked) Session(ctx context.Context, id string) (billing.Session, error) {
	deadline, _ := ctx.Deadline()
	c.left = time.Until(deadline)
	return c.Provider.Session(ctx, id)
}

func TestReceive(t *testing.T) {
	t.Run("an unsigned event is logged, and many of them once", func(t *testing.T) {
		s := newShop(t)
		parts := s.parts(s.provider())
		parts.Events = stripe.NewEventReader(stripetest.Secret)
		service := billing.New(parts)
		for range 20 {
			if err := service.Receive(t.Context(), []byte("{}"), "t=1,v1=00"); fault.KindOf(err) != fault.Invalid {
				t.Errorf("got %v", err)
			}
		}
		if got := strings.Count(s.log.String(), "did not sign"); got != 1 {
			t.Errorf("logged %d times:\n%s", got, s.log.String())
		}
	})
}
