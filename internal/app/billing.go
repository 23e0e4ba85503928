package app

import (
	"time"

	"engram/internal/billing"
	"engram/internal/billing/stripe"
	"engram/internal/billing/testpay"
	"engram/internal/config"
	"engram/internal/store"
)

// billing returns who sells Pro: Stripe where there is a key, else the test checkout, whose pages are then served.
func (a *App) billing(cfg config.Config, rows *store.Store) (*billing.Service, *testpay.Provider) {
	if cfg.StripeSecretKey == "" {
		test := testpay.New(rows, time.Now)
		return billing.New(rows, test, nil, a.log, time.Now), test
	}
	provider := stripe.New(stripe.Config{
		Key: cfg.StripeSecretKey, URL: cfg.StripeAPIURL, PriceMonth: cfg.StripePriceMonth, PriceYear: cfg.StripePriceYear,
	})
	var events billing.EventReader
	if cfg.StripeWebhook == "" {
		a.log.Warn("ENGRAM_STRIPE_WEBHOOK_SECRET is not set: what changes at Stripe is found once a day")
	} else {
		events = stripe.NewEventReader(cfg.StripeWebhook)
	}
	return billing.New(rows, provider, events, a.log, time.Now), nil
}
