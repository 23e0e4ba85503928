package stripe

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/billing"
	"engram/internal/billing/billingtest"
	"engram/internal/billing/stripe/stripetest"
	"engram/internal/fault"
)

func newProvider(url string) *Provider {
	p := New(Config{Key: stripetest.Key, URL: url, PriceMonth: stripetest.PriceMonth, PriceYear: stripetest.PriceYear})
	p.backend.(interface{ SetNetworkRetriesSleep(bool) }).SetNetworkRetriesSleep(false)
	return p
}

func TestProvider(t *testing.T) {
	billingtest.Run(t, func(t *testing.T) billingtest.World {
		service := stripetest.New(t)
		return billingtest.World{
			Provider: newProvider(service.URL),
			Pay:      func(_ *testing.T, id string) { service.Pay(id) },
			User:     func(*testing.T) string { return uuid.NewString() },
		}
	})
}

func newCheckout() billing.Checkout {
	return billing.Checkout{UserID: uuid.NewString(), Key: uuid.NewString(), Cycle: billing.Monthly, Origin: "https://engram.example", CreatedAt: time.Now()}
}

// subscribed returns a paid subscription.
func subscribed(t *testing.T, service *stripetest.Service, p *Provider) (sessionID, subscriptionID string) {
	t.Helper()
	s, err := p.Begin(t.Context(), newCheckout())
	if err != nil {
		t.Fatal(err)
	}
	return s.ID, service.Pay(s.ID)
}

func TestSubscription(t *testing.T) {
	service := stripetest.New(t)
	p := newProvider(service.URL)
	_, id := subscribed(t, service, p)
	get := func(t *testing.T) billing.Subscription {
		t.Helper()
		sub, err := p.Subscription(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return sub
	}
	t.Run("API-14 the email comes from the customer", func(t *testing.T) {
		if sub := get(t); sub.Email != stripetest.Email {
			t.Errorf("got %q", sub.Email)
		}
	})
	t.Run("API-37 the end of the period comes from the subscription's item", func(t *testing.T) {
		end := time.Now().AddDate(0, 3, 0).Truncate(time.Second)
		service.Reprice(id, stripetest.PriceYear, end)
		if sub := get(t); !sub.PeriodEnd.Equal(end) || sub.Cycle != billing.Annual || !sub.OnSale {
			t.Errorf("got %+v, want %v", sub, end)
		}
		service.Reprice(id, stripetest.PriceOther, end)
		if sub := get(t); sub.Cycle != billing.Monthly || sub.OnSale {
			t.Errorf("another price: got %+v", sub)
		}
	})
	t.Run("every status of Stripe has a meaning, and an unknown status grants nothing", func(t *testing.T) {
		for word, want := range map[string]billing.Status{
			"active": billing.Active, "trialing": billing.Active, "past_due": billing.PastDue, "incomplete": billing.Suspended, "unpaid": billing.Suspended,
			"paused": billing.Suspended, "canceled": billing.Ended, "incomplete_expired": billing.Ended, "brand_new": billing.Suspended, "": billing.Suspended,
		} {
			service.Change(id, map[string]any{"status": word})
			if sub := get(t); sub.Status != want {
				t.Errorf("%q: got %q, want %q", word, sub.Status, want)
			}
		}
	})
	t.Run("a test key does not know live objects", func(t *testing.T) {
		service.Change(id, map[string]any{"livemode": true})
		if _, err := p.Subscription(t.Context(), id); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a subscription without items is unknown", func(t *testing.T) {
		service.Change(id, map[string]any{"livemode": false, "items": map[string]any{"object": "list", "data": []any{}}})
		if _, err := p.Subscription(t.Context(), id); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v", err)
		}
	})
}

func TestSession(t *testing.T) {
	service := stripetest.New(t)
	p := newProvider(service.URL)
	t.Run("API-39 only a paid session is paid", func(t *testing.T) {
		id, sub := subscribed(t, service, p)
		for _, test := range []struct {
			status, payment string
			subscription    any
			want            billing.SessionState
		}{
			{"complete", "paid", sub, billing.Paid},
			{"complete", "no_payment_required", sub, billing.Paid},
			{"complete", "unpaid", sub, billing.Processing},
			{"complete", "paid", nil, billing.Processing},
			{"open", "paid", sub, billing.Open},
			{"expired", "paid", sub, billing.Expired},
			{"brand_new", "paid", sub, billing.Expired},
		} {
			service.Change(id, map[string]any{"status": test.status, "payment_status": test.payment, "subscription": test.subscription})
			if s, err := p.Session(t.Context(), id); err != nil || s.State != test.want || (s.SubscriptionID != "") != (test.status == "complete" && test.subscription != nil) {
				t.Errorf("%+v: got %+v, %v", test, s, err)
			}
		}
	})
	t.Run("API-38 Stripe leads back to the address that the user came from", func(t *testing.T) {
		service := stripetest.New(t)
		c := newCheckout()
		if _, err := newProvider(service.URL).Begin(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		success, cancel := service.Returns()
		if success != "https://engram.example/subscription/success?session_id={CHECKOUT_SESSION_ID}" || cancel != "https://engram.example/upgrade?status=cancelled" {
			t.Errorf("got %q and %q", success, cancel)
		}
	})
}

func TestKeyInUse(t *testing.T) {
	service := stripetest.New(t)
	p, c := newProvider(service.URL), newCheckout()
	asked := func(n int) {
		for len(service.Calls()) < n && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	t.Run("API-38 a concurrent call with the same key waits and gets the same session", func(t *testing.T) {
		second := make(chan billing.Session, 1)
		service.WhileOpening(func() {
			go func() {
				s, err := p.Begin(t.Context(), c)
				if err != nil {
					t.Error(err)
				}
				second <- s
			}()
			asked(3) // the first, the rejected second, the second again
		})
		first, err := p.Begin(t.Context(), c)
		if got := <-second; err != nil || got.ID != first.ID || got.URL != first.URL {
			t.Errorf("got %+v and %+v, %v", first, got, err)
		}
	})
	t.Run("a waiting call ends with its caller's context", func(t *testing.T) {
		c := newCheckout()
		late := make(chan error, 1)
		service.WhileOpening(func() {
			ctx, leave := context.WithCancel(t.Context())
			before := len(service.Calls())
			go func() {
				_, err := p.Begin(ctx, c)
				late <- err
			}()
			asked(before + 2)
			leave()
			if err := <-late; fault.KindOf(err) != fault.Unavailable {
				t.Errorf("got %v", err)
			}
		})
		if _, err := p.Begin(t.Context(), c); err != nil {
			t.Error(err)
		}
	})
}

func TestTrouble(t *testing.T) {
	t.Run("a broken, busy or missing service is unavailable, and no key is in the error", func(t *testing.T) {
		service := stripetest.New(t)
		p := newProvider(service.URL)
		_, id := subscribed(t, service, p)
		gone := newProvider("http://127.0.0.1:1")
		stranger := New(Config{Key: "sk_test_of_another", URL: service.URL})
		for mood, provider := range map[stripetest.Mood]*Provider{stripetest.Broken: p, stripetest.Busy: p, stripetest.Well: stranger, -1: gone} {
			service.Feel(mood)
			_, errBegin := provider.Begin(t.Context(), newCheckout())
			_, errSession := provider.Session(t.Context(), "cs_test_1")
			_, errSubscription := provider.Subscription(t.Context(), id)
			_, errCancel := provider.Cancel(t.Context(), id)
			for _, err := range []error{errBegin, errSession, errSubscription, errCancel} {
				if fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "sk_test") || strings.Contains(err.Error(), "http") {
					t.Errorf("mood %d: got %v", mood, err)
				}
			}
		}
	})
	t.Run("a call to a silent service ends with its caller's time", func(t *testing.T) {
		service := stripetest.New(t)
		service.Feel(stripetest.Silent)
		ctx, done := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer done()
		_, err := newProvider(service.URL).Session(ctx, "cs_test_1")
		if fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
	})
}
