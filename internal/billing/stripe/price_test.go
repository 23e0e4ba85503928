package stripe

import (
	"strings"
	"testing"

	"engram/internal/billing"
	"engram/internal/billing/stripe/stripetest"
)

func TestCheckPrices(t *testing.T) {
	service := stripetest.New(t)
	cents := map[billing.Cycle]int{billing.Monthly: stripetest.MonthCents, billing.Annual: stripetest.YearCents}
	with := func(month, year string) *Provider {
		return New(Config{Key: stripetest.Key, URL: service.URL, PriceMonth: month, PriceYear: year})
	}
	t.Run("the prices shown are those at Stripe", func(t *testing.T) {
		if err := with(stripetest.PriceMonth, stripetest.PriceYear).CheckPrices(t.Context(), cents); err != nil {
			t.Error(err)
		}
	})
	for title, test := range map[string]struct {
		provider *Provider
		words    []string
	}{
		"exchanged":      {with(stripetest.PriceYear, stripetest.PriceMonth), []string{"a month is 99.99 usd every 1 year", "a year is 9.99 usd every 1 month"}},
		"of another sum": {with(stripetest.PriceOther, stripetest.PriceYear), []string{"a month is 4.00 usd", "should be 9.99 usd every 1 month, on sale"}},
		"unknown":        {with(stripetest.PriceMonth, "price_unknown"), []string{"a year: ", "status 404"}},
	} {
		t.Run("prices that are "+title+" are reported", func(t *testing.T) {
			err := test.provider.CheckPrices(t.Context(), cents)
			for _, words := range test.words {
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("no %q in %v", words, err)
				}
			}
		})
	}
	t.Run("a live key accepts no test price", func(t *testing.T) {
		p := with(stripetest.PriceMonth, stripetest.PriceYear)
		p.live = true
		if err := p.CheckPrices(t.Context(), cents); err == nil || strings.Count(err.Error(), "of test money") != 2 {
			t.Errorf("got %v", err)
		}
	})
}
