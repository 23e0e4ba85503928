package testpay

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/billing"
	"engram/internal/billing/billingtest"
	"engram/internal/fault"
)

// memory is an in-memory Store.
type memory struct {
	mu  sync.Mutex
	all []Checkout
}

func (m *memory) AddTestCheckout(ctx context.Context, c Checkout) (Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, kept := range m.all {
		if kept.UserID == c.UserID && kept.Key == c.Key {
			return kept, ctx.Err()
		}
	}
	m.all = append(m.all, c)
	return c, ctx.Err()
}

func (m *memory) find(userID, id string) *Checkout {
	for i, kept := range m.all {
		if kept.UserID == userID && kept.ID == id {
			return &m.all[i]
		}
	}
	return nil
}

func (m *memory) TestCheckout(_ context.Context, userID, id string) (Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := m.find(userID, id); c != nil {
		return *c, nil
	}
	return Checkout{}, fault.New(fault.NotFound, "There is no such checkout")
}

func (m *memory) ForgetTestCheckouts(_ context.Context, then time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, func(c Checkout) bool { return c.PaidAt.IsZero() && c.CreatedAt.Before(then) })
	return nil
}

func (m *memory) MoveTestCheckout(_ context.Context, c Checkout, from State) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.find(c.UserID, c.ID)
	if kept == nil || kept.State != from {
		return false, nil
	}
	*kept = c
	return true, nil
}

func TestProvider(t *testing.T) {
	billingtest.Run(t, func(*testing.T) billingtest.World {
		p := New(&memory{}, time.Now)
		return billingtest.World{
			Provider: p,
			Pay: func(t *testing.T, id string) {
				if _, err := p.Pay(t.Context(), id); err != nil {
					t.Error(err)
				}
			},
			User: func(*testing.T) string { return uuid.NewString() },
		}
	})
}

func TestPay(t *testing.T) {
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	p := New(&memory{}, func() time.Time { return now })
	begin := func(t *testing.T) billing.Session {
		t.Helper()
		s, err := p.Begin(t.Context(), billing.Checkout{UserID: uuid.NewString(), Key: uuid.NewString(), Cycle: billing.Monthly, CreatedAt: now})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Run("PAY-06 the address of a session is ours and can't be guessed", func(t *testing.T) {
		s, other := begin(t), begin(t)
		if want := "/test-checkout/" + s.ID; s.URL != want {
			t.Errorf("got %q, want %q", s.URL, want)
		}
		if random := s.ID[len("cs_test_")+32:]; len(random) < 26 || random == other.ID[len("cs_test_")+32:] {
			t.Errorf("got %q and %q", s.ID, other.ID)
		}
	})
	t.Run("PAY-07 a session that is paid again stays one payment", func(t *testing.T) {
		s := begin(t)
		first, err := p.Pay(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := p.Subscription(t.Context(), first.SubscriptionID)
		now = now.Add(time.Minute)
		again, err := p.Pay(t.Context(), s.ID)
		after, _ := p.Subscription(t.Context(), again.SubscriptionID)
		if err != nil || again != first || !after.StartedAt.Equal(before.StartedAt) {
			t.Errorf("got %+v, %v, begun at %v", again, err, after.StartedAt)
		}
	})
	t.Run("a payment after a cancellation does not revive the subscription", func(t *testing.T) {
		s, _ := p.Pay(t.Context(), begin(t).ID)
		if _, err := p.Cancel(t.Context(), s.SubscriptionID); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Pay(t.Context(), s.ID); err != nil {
			t.Fatal(err)
		}
		if sub, err := p.Subscription(t.Context(), s.SubscriptionID); err != nil || sub.Status != billing.Ended {
			t.Errorf("got %+v, %v", sub, err)
		}
	})
	t.Run("API-39 an expired session can't be paid", func(t *testing.T) {
		s := begin(t)
		now = now.Add(billing.CheckoutLife)
		got, err := p.Pay(t.Context(), s.ID)
		if err != nil || got.State != billing.Expired || got.SubscriptionID != "" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestNextPayment(t *testing.T) {
	day := func(s string) time.Time {
		at, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, test := range []struct {
		title, first, now, want string
		cycle                   billing.Cycle
	}{
		{"the first month", "2026-03-10", "2026-03-10", "2026-04-10", billing.Monthly},
		{"the very day of a payment", "2026-03-10", "2026-04-10", "2026-05-10", billing.Monthly},
		{"years later", "2026-03-10", "2029-01-05", "2029-01-10", billing.Monthly},
		{"a month without that day", "2026-01-31", "2026-01-31", "2026-02-28", billing.Monthly},
		{"and the month after it", "2026-01-31", "2026-02-28", "2026-03-31", billing.Monthly},
		{"a year", "2026-03-10", "2026-03-10", "2027-03-10", billing.Annual},
		{"a leap day", "2028-02-29", "2028-02-29", "2029-02-28", billing.Annual},
	} {
		t.Run(test.title, func(t *testing.T) {
			if got := nextPayment(day(test.first), test.cycle, day(test.now)); !got.Equal(day(test.want)) {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

func TestForget(t *testing.T) {
	t.Run("an unpaid session is kept for a day, a paid one permanently", func(t *testing.T) {
		now := time.Now()
		p := New(&memory{}, func() time.Time { return now })
		begin := func() string {
			s, err := p.Begin(t.Context(), billing.Checkout{UserID: uuid.NewString(), Key: uuid.NewString(), CreatedAt: now})
			if err != nil {
				t.Fatal(err)
			}
			return s.ID
		}
		paid, unpaid := begin(), begin()
		if _, err := p.Pay(t.Context(), paid); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			pass time.Duration
			want fault.Kind
		}{{23 * time.Hour, fault.Internal}, {2 * time.Hour, fault.NotFound}} {
			now = now.Add(step.pass)
			if err := p.Forget(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Session(t.Context(), unpaid); fault.KindOf(err) != step.want {
				t.Errorf("after %v more: %v", step.pass, err)
			}
			if s, err := p.Session(t.Context(), paid); err != nil || s.State != billing.Paid {
				t.Errorf("after %v more: %+v, %v", step.pass, s, err)
			}
		}
	})
}
