package app

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/billing"
	"engram/internal/billing/stripe"
	"engram/internal/billing/testpay"
	"engram/internal/config"
	"engram/internal/plan"
	"engram/internal/store/payments"
)

// billing returns who sells Pro: Stripe where there is a key, else the test checkout, whose pages are then served.
func (a *App) billing(cfg config.Config, rows *payments.Store, tries *account.Throttle) (*billing.Service, *testpay.Provider) {
	parts := billing.Parts{
		Store: rows, Throttle: tries, Log: a.log, Now: time.Now, Patience: a.patience,
	}
	if cfg.StripeSecretKey == "" {
		test := testpay.New(rows, time.Now)
		parts.Provider = test
		return billing.New(parts), test
	}
	provider := stripe.New(stripe.Config{
		Key: cfg.StripeSecretKey, URL: cfg.StripeAPIURL, PriceMonth: cfg.StripePriceMonth, PriceYear: cfg.StripePriceYear,
	})
	parts.Provider = provider
	a.behind(func(ctx context.Context) { a.checkPrices(ctx, provider) })
	if cfg.PublicURL == "" {
		a.log.Warn("ENGRAM_PUBLIC_URL is not set: the way back from a payment leads to whatever host the request for it named")
	}
	if cfg.StripeWebhook == "" {
		a.log.Warn("ENGRAM_STRIPE_WEBHOOK_SECRET is not set: what changes at Stripe is found once a day")
	} else {
		parts.Events = stripe.NewEventReader(cfg.StripeWebhook)
	}
	return billing.New(parts), nil
}

// checkPrices says in the log when people would be charged something else than the pages tell them.
func (a *App) checkPrices(ctx context.Context, provider *stripe.Provider) {
	err := provider.CheckPrices(ctx, map[billing.Cycle]int{billing.Monthly: plan.ProMonthly, billing.Annual: plan.ProAnnual})
	if err != nil && ctx.Err() == nil {
		a.log.Warn("what Stripe charges is not known to be what the pages say", "error", err)
	}
}
