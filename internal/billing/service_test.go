package billing_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/billing"
	"engram/internal/billing/stripe"
	"engram/internal/billing/stripe/stripetest"
	"engram/internal/billing/testpay"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

// shop is a Service with its own database and a fake Stripe.
type shop struct {
	*billing.Service
	t      *testing.T
	db     *store.DB
	rows   storetest.Stores
	stripe *stripetest.Service
	now    time.Time
	log    bytes.Buffer
	tries  []string // keys passed to the throttle
	tired  error    // error of the throttle
}

func newShop(t *testing.T) *shop {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: filepath.Join(t.TempDir(), "engram.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s := &shop{t: t, db: db, rows: storetest.New(db, nil, memories.Hooks{}), stripe: stripetest.New(t), now: time.Now()}
	s.stripe.SetClock(s.clock)
	s.sell(s.provider())
	return s
}

func (s *shop) provider() billing.Provider {
	return stripe.New(stripe.Config{Key: stripetest.Key, URL: s.stripe.URL, PriceMonth: stripetest.PriceMonth, PriceYear: stripetest.PriceYear})
}

func (s *shop) clock() time.Time { return s.now }

// sell replaces the provider, as a restart with other settings does.
func (s *shop) sell(p billing.Provider) {
	s.Service = billing.New(s.parts(p))
}

func (s *shop) parts(p billing.Provider) billing.Parts {
	return billing.Parts{Store: s.rows, Provider: p, Throttle: s, Log: slog.New(slog.NewTextHandler(&s.log, nil)), Now: s.clock}
}

// Try implements billing.Throttle.
func (s *shop) Try(_ context.Context, key string) error {
	s.tries = append(s.tries, key)
	return s.tired
}

func (s *shop) user() string {
	s.t.Helper()
	id := uuid.NewString()
	name := strings.Map(func(r rune) rune { return 'a' + r%26 }, id)
	session := account.Session{UserID: id, TokenHash: []byte("first"), LastUsed: s.now}
	if err := s.rows.CreateUser(s.t.Context(), account.User{ID: id, Username: name, Plan: plan.Free, CreatedAt: s.now}, "hash", session); err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *shop) subscribe(user string) billing.Session {
	s.t.Helper()
	session, err := s.Subscribe(s.t.Context(), user, billing.Monthly, "https://engram.example")
	if err != nil {
		s.t.Fatal(err)
	}
	return session
}

// twoSessions returns two payable sessions of a user, as when the provider is slow to close the
// first.
func (s *shop) twoSessions(user string) (first, second billing.Session) {
	s.t.Helper()
	first = s.subscribe(user)
	s.stripe.Change(first.ID, map[string]any{"status": "expired"})
	second = s.subscribe(user)
	s.stripe.Change(first.ID, map[string]any{"status": "open"})
	return first, second
}

// member returns a user with Pro.
func (s *shop) member() (user, sub string) {
	s.t.Helper()
	user = s.user()
	session := s.subscribe(user)
	sub = s.stripe.Pay(session.ID)
	if granted, err := s.Confirm(s.t.Context(), user, session.ID); err != nil || !granted {
		s.t.Fatal(granted, err)
	}
	return user, sub
}

func (s *shop) reconcile() {
	s.t.Helper()
	if err := s.Reconcile(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) mustBe(user string, want plan.Name) {
	s.t.Helper()
	if standing, err := s.rows.Standing(s.t.Context(), user); err != nil || standing.Plan != want {
		s.t.Fatalf("got %+v, %v; want %s", standing, err, want)
	}
}

func (s *shop) asked(path string) int {
	return len(slices.DeleteFunc(s.stripe.Calls(), func(call string) bool { return !strings.Contains(call, path) }))
}

func TestReconcile(t *testing.T) {
	t.Run("a payment without an event is found once its session has expired", func(t *testing.T) {
		s := newShop(t)
		payer, leaver := s.user(), s.user()
		s.stripe.Pay(s.subscribe(payer).ID)
		left := s.subscribe(leaver)
		s.reconcile()
		s.mustBe(payer, plan.Free)
		s.now = s.now.Add(billing.CheckoutLife + 2*time.Minute)
		s.stripe.Change(left.ID, map[string]any{"status": "expired"})
		s.reconcile()
		s.mustBe(payer, plan.Pro)
		s.mustBe(leaver, plan.Free)
		calls := len(s.stripe.Calls())
		s.reconcile()
		if again := len(s.stripe.Calls()); again != calls {
			t.Errorf("what came to its end is asked for again: %d calls more", again-calls)
		}
	})
	t.Run("a change at Stripe whose events were lost is found within a day", func(t *testing.T) {
		s := newShop(t)
		gone, goneSub := s.member()
		renewed, renewedSub := s.member()
		s.stripe.Change(goneSub, map[string]any{"status": "canceled"})
		next := s.now.AddDate(0, 2, 0).Truncate(time.Second)
		s.stripe.Reprice(renewedSub, stripetest.PriceMonth, next)
		s.reconcile()
		s.mustBe(gone, plan.Pro) // checked recently
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		s.mustBe(gone, plan.Free)
		s.mustBe(renewed, plan.Pro)
		if sub, err := s.Subscription(t.Context(), renewed, renewedSub); err != nil || !sub.PeriodEnd.Equal(next) {
			t.Errorf("got %+v, %v", sub, err)
		}
		before := s.asked(goneSub)
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		if s.asked(goneSub) != before {
			t.Error("one that has ended is asked for")
		}
	})
	t.Run("while Stripe fails all users keep what they have, and the next run continues", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		s.stripe.Change(sub, map[string]any{"status": "canceled"})
		s.now = s.now.Add(24 * time.Hour)
		s.stripe.Feel(stripetest.Broken)
		if err := s.Reconcile(t.Context()); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		s.mustBe(user, plan.Pro)
		s.stripe.Feel(stripetest.Well)
		s.reconcile()
		s.mustBe(user, plan.Free)
	})
	t.Run("a failing check does not keep others from being checked", func(t *testing.T) {
		s := newShop(t)
		_, bad := s.member()
		user, sub := s.member()
		s.stripe.Change(sub, map[string]any{"status": "canceled"})
		s.stripe.Change(bad, map[string]any{"items": "unreadable"})
		s.now = s.now.Add(24 * time.Hour)
		if err := s.Reconcile(t.Context()); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		s.mustBe(user, plan.Free)
	})
	t.Run("a payment that takes days is stored when it arrives, and can't be made twice", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		sub := s.stripe.Pay(session.ID)
		s.stripe.Change(session.ID, map[string]any{"payment_status": "unpaid"})
		s.stripe.Change(sub, map[string]any{"status": "incomplete"})
		for range 3 {
			s.now = s.now.Add(24 * time.Hour)
			s.reconcile()
			if again, err := s.Subscribe(t.Context(), user, billing.Monthly, "https://engram.example"); fault.KindOf(err) != fault.Unpaid {
				t.Fatalf("got %+v, %v", again, err)
			}
		}
		s.stripe.Change(session.ID, map[string]any{"payment_status": "paid"})
		s.stripe.Change(sub, map[string]any{"status": "active"})
		s.now = s.now.Add(2 * time.Hour)
		s.reconcile()
		s.mustBe(user, plan.Pro)
	})
	t.Run("a payment that never arrived does not block a new one", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		sub := s.stripe.Pay(session.ID)
		s.stripe.Change(session.ID, map[string]any{"payment_status": "unpaid"})
		s.stripe.Change(sub, map[string]any{"status": "incomplete_expired"})
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		if again := s.subscribe(user); again.ID == session.ID {
			t.Error("the same session was given out again")
		}
	})
	t.Run("a session still open after its expiry can't be paid any more", func(t *testing.T) {
		s := newShop(t)
		session := s.subscribe(s.user())
		s.now = s.now.Add(billing.CheckoutLife + 2*time.Minute)
		s.reconcile()
		if s.stripe.Pay(session.ID) != "" {
			t.Error("it was paid")
		}
	})
	t.Run("a subscription unknown to Stripe stays, and is logged once a day", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		s.stripe.Change(sub, map[string]any{"livemode": true})
		for range 2 {
			s.now = s.now.Add(24 * time.Hour)
			s.reconcile()
			s.reconcile()
		}
		s.mustBe(user, plan.Pro)
		if got := strings.Count(s.log.String(), "does not know a membership"); got != 2 {
			t.Errorf("told %d times:\n%s", got, s.log.String())
		}
		if err := s.Cancel(t.Context(), user); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("it was cancelled where it is not: %v", err)
		}
		s.mustBe(user, plan.Pro)
	})
	t.Run("without time left nothing is begun", func(t *testing.T) {
		s := newShop(t)
		s.member()
		s.now = s.now.Add(24 * time.Hour)
		calls := len(s.stripe.Calls())
		ctx, done := context.WithTimeout(t.Context(), time.Second)
		defer done()
		if err := s.Reconcile(ctx); err != nil || len(s.stripe.Calls()) != calls {
			t.Errorf("got %v, %d calls", err, len(s.stripe.Calls())-calls)
		}
	})
}

func TestAnotherProvider(t *testing.T) {
	t.Run("a membership of the test checkout ends when a Stripe key is set", func(t *testing.T) {
		s := newShop(t)
		test := testpay.New(s.rows, s.clock)
		s.sell(test)
		users := []string{s.user(), s.user()}
		for _, user := range users {
			session := s.subscribe(user)
			if _, err := test.Pay(t.Context(), session.ID); err != nil {
				t.Fatal(err)
			}
			if granted, err := s.Confirm(t.Context(), user, session.ID); err != nil || !granted {
				t.Fatal(granted, err)
			}
		}
		begun := s.user()
		s.subscribe(begun)
		s.sell(s.provider())
		if session := s.subscribe(begun); strings.HasPrefix(session.URL, "/test-checkout") {
			t.Errorf("got %+v", session)
		}
		if err := s.Cancel(t.Context(), users[0]); err != nil {
			t.Error(err)
		}
		s.mustBe(users[0], plan.Free)
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		s.mustBe(users[1], plan.Free)
	})
	t.Run("a membership of Stripe stays when its key is removed, and can't be cancelled meanwhile", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		s.sell(testpay.New(s.rows, s.clock))
		s.now = s.now.Add(24 * time.Hour)
		s.reconcile()
		s.mustBe(user, plan.Pro)
		if err := s.Cancel(t.Context(), user); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		if got, err := s.Subscription(t.Context(), user, sub); err != nil || got.ID != sub {
			t.Errorf("got %+v, %v", got, err)
		}
		s.sell(s.provider())
		if err := s.Cancel(t.Context(), user); err != nil {
			t.Error(err)
		}
		s.mustBe(user, plan.Free)
	})
}

func TestSubscribe(t *testing.T) {
	t.Run("API-38 a session about to expire is replaced", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first := s.subscribe(user)
		s.now = s.now.Add(20 * time.Minute)
		if again := s.subscribe(user); again.ID != first.ID {
			t.Error("a session that could be paid was not given out again")
		}
		s.now = s.now.Add(10 * time.Minute)
		if again := s.subscribe(user); again.ID == first.ID || s.stripe.Pay(first.ID) != "" {
			t.Error("the first session can be paid still")
		}
	})
	t.Run("API-38 another origin gets a session that leads back there", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		first := s.subscribe(user)
		second, err := s.Subscribe(t.Context(), user, billing.Monthly, "https://other.example")
		if err != nil || second.ID == first.ID {
			t.Errorf("got %+v, %v", second, err)
		}
		if success, _ := s.stripe.Returns(); !strings.HasPrefix(success, "https://other.example/") {
			t.Errorf("it leads to %q", success)
		}
	})
	t.Run("API-38 a failure that Stripe repeats for an idempotency key is not repeated here", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		s.stripe.Feel(stripetest.Broken)
		if _, err := s.Subscribe(t.Context(), user, billing.Monthly, "https://engram.example"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		s.stripe.Feel(stripetest.Well)
		s.subscribe(user)
	})
	t.Run("API-38 a failed payment does not block a new one", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		s.stripe.Change(s.stripe.Pay(session.ID), map[string]any{"livemode": true})
		if again := s.subscribe(user); again.ID == session.ID {
			t.Error("a session that was paid was given out again")
		}
	})
	t.Run("API-38 a pending payment is neither Pro nor payable again", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		s.stripe.Pay(session.ID)
		s.stripe.Change(session.ID, map[string]any{"payment_status": "unpaid"})
		if _, err := s.Subscribe(t.Context(), user, billing.Annual, "https://engram.example"); fault.KindOf(err) != fault.Unpaid {
			t.Errorf("got %v", err)
		}
		if _, err := s.Confirm(t.Context(), user, session.ID); fault.KindOf(err) != fault.Unpaid {
			t.Errorf("got %v", err)
		}
		s.mustBe(user, plan.Free)
	})
	t.Run("a checkout that was begun is completed when its caller leaves", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		s.stripe.Pay(session.ID)
		gone, leave := context.WithCancel(t.Context())
		leave()
		if granted, err := s.Confirm(gone, user, session.ID); err != nil || !granted {
			t.Errorf("got %v, %v", granted, err)
		}
		s.mustBe(user, plan.Pro)
	})
	t.Run("an unknown user can't buy", func(t *testing.T) {
		if _, err := newShop(t).Subscribe(t.Context(), uuid.NewString(), billing.Monthly, ""); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v", err)
		}
	})
}

func TestCancelMeetsSave(t *testing.T) {
	t.Run("API-40 API-41 a save that began before a cancellation does not undo it", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		// The provider answers, then the subscription is cancelled, then the answer is stored.
		late := &held{Provider: s.provider()}
		saver := billing.New(s.parts(late))
		late.after = func() {
			if err := s.Cancel(t.Context(), user); err != nil {
				t.Error(err)
			}
		}
		s.stripe.Reprice(sub, stripetest.PriceYear, s.now.AddDate(1, 0, 0)) // so that there is something to store
		standing, _ := s.rows.Standing(t.Context(), user)
		session := s.stripe.SessionOf(sub)
		granted, err := saver.Confirm(t.Context(), user, session)
		if err != nil || granted || late.asked < 2 {
			t.Errorf("got %v, %v, asked %d times", granted, err, late.asked)
		}
		s.mustBe(user, plan.Free)
		if after, _ := s.rows.Standing(t.Context(), user); after.Version <= standing.Version {
			t.Errorf("the version went from %d to %d", standing.Version, after.Version)
		}
	})
	t.Run("a save that never finds a stable state gives up with a message", func(t *testing.T) {
		s := newShop(t)
		user, sub := s.member()
		restless := &held{Provider: s.provider()}
		restless.after = func() {
			restless.asked++
			s.stripe.Reprice(sub, stripetest.PriceMonth, s.now.Add(time.Duration(restless.asked)*time.Hour))
			if _, err := s.Confirm(t.Context(), user, s.stripe.SessionOf(sub)); err != nil {
				t.Error(err)
			}
			s.stripe.Reprice(sub, stripetest.PriceMonth, s.now.Add(time.Duration(restless.asked)*24*time.Hour))
		}
		again := billing.New(s.parts(restless))
		s.stripe.Reprice(sub, stripetest.PriceMonth, s.now.Add(time.Minute))
		_, err := again.Confirm(t.Context(), user, s.stripe.SessionOf(sub))
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Unavailable || !strings.Contains(f.Message, "try again") {
			t.Errorf("got %v", err)
		}
		s.mustBe(user, plan.Pro)
	})
}

// held is a provider that calls back after its answers.
type held struct {
	billing.Provider
	after func()
	asked int
}

func (h *held) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	sub, err := h.Provider.Subscription(ctx, id)
	h.asked++
	h.after()
	return sub, err
}
