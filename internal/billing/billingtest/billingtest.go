// Package billingtest is what every billing.Provider has to pass.
package billingtest

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/billing"
	"engram/internal/fault"
)

// World is a provider with its users.
type World struct {
	billing.Provider
	// Pay pays an open session as a person would.
	Pay func(t *testing.T, sessionID string)
	// User returns the id of a user.
	User func(t *testing.T) string
}

// Run runs the suite. open is called once per test.
func Run(t *testing.T, open func(t *testing.T) World) {
	for title, test := range map[string]func(*testing.T, World){
		"API-38 a checkout is opened":               testBegin,
		"API-38 one key is one session":             testOneKey,
		"API-39 a session is paid":                  testPay,
		"a session that was given up is not paid":   testExpire,
		"API-39 what is unknown is said to be":      testUnknown,
		"API-41 a cancelled subscription has ended": testCancel,
		"whoever has gone is not waited for":        testGone,
	} {
		t.Run(title, func(t *testing.T) { test(t, open(t)) })
	}
}

func (w World) checkout(t *testing.T, cycle billing.Cycle) billing.Checkout {
	t.Helper()
	return billing.Checkout{
		UserID: w.User(t), Key: uuid.NewString(), Cycle: cycle, Origin: "https://engram.example", CreatedAt: time.Now().Truncate(time.Millisecond),
	}
}

func (w World) begin(t *testing.T, c billing.Checkout) billing.Session {
	t.Helper()
	s, err := w.Begin(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// paid returns a paid session and its subscription.
func (w World) paid(t *testing.T, c billing.Checkout) (billing.Session, billing.Subscription) {
	t.Helper()
	id := w.begin(t, c).ID
	w.Pay(t, id)
	s, err := w.Session(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	sub, err := w.Subscription(t.Context(), s.SubscriptionID)
	if err != nil {
		t.Fatal(err)
	}
	return s, sub
}

func testBegin(t *testing.T, w World) {
	c := w.checkout(t, billing.Monthly)
	s := w.begin(t, c)
	if !strings.HasPrefix(s.ID, "cs_") || s.URL == "" || s.UserID != c.UserID || s.State != billing.Open || s.SubscriptionID != "" {
		t.Errorf("got %+v", s)
	}
	again, err := w.Session(t.Context(), s.ID)
	if err != nil || again.ID != s.ID || again.URL != s.URL || again.UserID != c.UserID || again.State != billing.Open || again.SubscriptionID != "" {
		t.Errorf("got %+v, %v", again, err)
	}
}

func testOneKey(t *testing.T, w World) {
	c := w.checkout(t, billing.Annual)
	ids := make([]string, 20)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			s, err := w.Begin(t.Context(), c)
			if err != nil {
				t.Error(err)
			}
			ids[i] = s.ID
		})
	}
	all.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("got %q", ids)
		}
	}
	c.Key = uuid.NewString()
	if other := w.begin(t, c); other.ID == ids[0] {
		t.Error("two keys are one session")
	}
}

func testPay(t *testing.T, w World) {
	for cycle, days := range map[billing.Cycle][2]int{billing.Monthly: {28, 31}, billing.Annual: {365, 366}} {
		c := w.checkout(t, cycle)
		s, sub := w.paid(t, c)
		if s.State != billing.Paid || s.SubscriptionID == "" || s.URL != "" || s.UserID != c.UserID {
			t.Errorf("got %+v", s)
		}
		if sub.ID != s.SubscriptionID || sub.UserID != c.UserID || sub.Provider != w.Name() || sub.Status != billing.Active || sub.Cycle != cycle || !sub.OnSale {
			t.Errorf("got %+v", sub)
		}
		if first := time.Since(sub.StartedAt); first < -time.Minute || first > time.Minute {
			t.Errorf("it began at %v", sub.StartedAt)
		}
		period := sub.PeriodEnd.Sub(sub.StartedAt)
		if least, most := time.Duration(days[0])*24*time.Hour, time.Duration(days[1])*24*time.Hour; period < least || period > most {
			t.Errorf("%s: the period is %v", cycle, period)
		}
	}
}

func testExpire(t *testing.T, w World) {
	s := w.begin(t, w.checkout(t, billing.Monthly))
	for range 2 {
		got, err := w.Expire(t.Context(), s.ID)
		if err != nil || got.State != billing.Expired || got.URL != "" || got.SubscriptionID != "" {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	w.Pay(t, s.ID)
	if got, err := w.Session(t.Context(), s.ID); err != nil || got.State != billing.Expired {
		t.Errorf("it was paid: %+v, %v", got, err)
	}
	paid, _ := w.paid(t, w.checkout(t, billing.Monthly))
	if got, err := w.Expire(t.Context(), paid.ID); err != nil || got.State != billing.Paid || got.SubscriptionID != paid.SubscriptionID {
		t.Errorf("the payment is lost: %+v, %v", got, err)
	}
}

func testUnknown(t *testing.T, w World) {
	known, _ := w.paid(t, w.checkout(t, billing.Monthly))
	unopened := strings.Replace(w.begin(t, w.checkout(t, billing.Monthly)).ID, "cs_", "sub_", 1)
	for _, id := range []string{
		"", " ", "cs_", "sub_", "cs_test_unknown", "sub_unknown", known.ID + "x", known.SubscriptionID + "x", unopened,
		"../" + known.ID, known.ID + "/expire", known.ID + "?expand[]=x", known.ID + "\n", "cs_test_\x00", "cs_test_é", "cs_" + strings.Repeat("a", 10<<10),
	} {
		_, errSession := w.Session(t.Context(), id)
		_, errExpire := w.Expire(t.Context(), id)
		_, errSubscription := w.Subscription(t.Context(), id)
		_, errCancel := w.Cancel(t.Context(), id)
		for _, err := range []error{errSession, errExpire, errSubscription, errCancel} {
			if fault.KindOf(err) != fault.NotFound {
				t.Errorf("%.60q: got %v", id, err)
			}
		}
	}
	if _, err := w.Session(t.Context(), known.SubscriptionID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a subscription is a session: %v", err)
	}
	if _, err := w.Cancel(t.Context(), known.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a session is a subscription: %v", err)
	}
}

func testCancel(t *testing.T, w World) {
	s, sub := w.paid(t, w.checkout(t, billing.Annual))
	for range 2 {
		got, err := w.Cancel(t.Context(), sub.ID)
		if err != nil || got.Status != billing.Ended || got.ID != sub.ID || got.UserID != sub.UserID || got.Cycle != billing.Annual {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if got, err := w.Subscription(t.Context(), sub.ID); err != nil || got.Status != billing.Ended {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := w.Session(t.Context(), s.ID); err != nil || got.State != billing.Paid || got.SubscriptionID != sub.ID {
		t.Errorf("the payment is forgotten: %+v, %v", got, err)
	}
}

func testGone(t *testing.T, w World) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := w.Begin(ctx, w.checkout(t, billing.Monthly)); err == nil {
		t.Error("a checkout was opened")
	}
}
