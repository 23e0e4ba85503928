package app

import (
	"time"

	"engram/internal/account"
	"engram/internal/billing"
	"engram/internal/billing/stripe"
	"engram/internal/billing/testpay"
	"engram/internal/config"
	"engram/internal/store"
)

// billing returns who sells Pro: Stripe where there is a key, else the test checkout, whose pages are then served.
func (a *App) billing(cfg config.Config, rows *store.Store) (*billing.Service, *testpay.Provider) {
	parts := billing.Parts{
		Store: rows, Throttle: account.NewThrottle(cfg.AuthRate, time.Now), Log: a.log, Now: time.Now, Patience: a.patience,
	}
	if cfg.StripeSecretKey == "" {
		test := testpay.New(rows, time.Now)
		parts.Provider = test
		return billing.New(parts), test
	}
	parts.Provider = stripe.New(stripe.Config{
		Key: cfg.StripeSecretKey, URL: cfg.StripeAPIURL, PriceMonth: cfg.StripePriceMonth, PriceYear: cfg.StripePriceYear,
	})
	if cfg.StripeWebhook == "" {
		a.log.Warn("ENGRAM_STRIPE_WEBHOOK_SECRET is not set: what changes at Stripe is found once a day")
	} else {
		parts.Events = stripe.NewEventReader(cfg.StripeWebhook)
	}
	return billing.New(parts), nil
}
