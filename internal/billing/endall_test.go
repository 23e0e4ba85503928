package billing_test

import (
	"slices"
	"testing"

	"engram/internal/billing/stripe/stripetest"
	"engram/internal/fault"
	"engram/internal/plan"
)

func TestEndAll(t *testing.T) {
	t.Run("every membership ends, and a checkout can't be paid any more", func(t *testing.T) {
		s := newShop(t)
		user, _ := s.member()
		other := s.user()
		open := s.subscribe(other)
		for _, u := range []string{user, other} {
			if err := s.EndAll(t.Context(), u); err != nil {
				t.Fatal(err)
			}
		}
		s.mustBe(user, plan.Free)
		if sub := s.stripe.Pay(open.ID); sub != "" {
			t.Errorf("%s was paid afterwards", sub)
		}
		if got := s.stripe.Statuses(); !slices.Equal(got, []string{"canceled"}) {
			t.Errorf("at Stripe they are %v", got)
		}
	})
	t.Run("a payment that came first is found and ended", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		s.stripe.Pay(s.subscribe(user).ID) // no event tells
		if err := s.EndAll(t.Context(), user); err != nil {
			t.Fatal(err)
		}
		if got := s.stripe.Statuses(); !slices.Equal(got, []string{"canceled"}) {
			t.Errorf("at Stripe they are %v", got)
		}
	})
	t.Run("while Stripe fails, it is an error, and all stays", func(t *testing.T) {
		for _, begun := range []bool{false, true} {
			s := newShop(t)
			user, _ := s.member()
			if begun {
				user = s.user()
				s.subscribe(user)
			}
			s.stripe.Feel(stripetest.Broken)
			if err := s.EndAll(t.Context(), user); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("got %v", err)
			}
			s.stripe.Feel(stripetest.Well)
			if err := s.EndAll(t.Context(), user); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("a payment on its way is waited for", func(t *testing.T) {
		s := newShop(t)
		user := s.user()
		session := s.subscribe(user)
		s.stripe.Change(session.ID, map[string]any{"status": "complete", "payment_status": "unpaid"})
		if err := s.EndAll(t.Context(), user); fault.KindOf(err) != fault.Conflict {
			t.Errorf("got %v", err)
		}
	})
	t.Run("who is not there owes nothing", func(t *testing.T) {
		if err := newShop(t).EndAll(t.Context(), "nobody"); err != nil {
			t.Error(err)
		}
	})
}
