package stripe

import (
	"context"
	"time"

	api "github.com/stripe/stripe-go/v85"

	"engram/internal/billing"
	"engram/internal/fault"
)

// Subscription implements billing.Provider.
func (p *Provider) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	if !subscriptionID.MatchString(id) {
		return billing.Subscription{}, errUnknown()
	}
	params := &api.SubscriptionRetrieveParams{}
	params.AddExpand("customer")
	s, err := p.client.V1Subscriptions.Retrieve(ctx, id, params)
	if err != nil {
		return billing.Subscription{}, toFault(err)
	}
	return p.subscription(s)
}

// Cancel implements billing.Provider. Of one that has ended Stripe says that there is none; what it is then is asked for.
func (p *Provider) Cancel(ctx context.Context, id string) (billing.Subscription, error) {
	if !subscriptionID.MatchString(id) {
		return billing.Subscription{}, errUnknown()
	}
	params := &api.SubscriptionCancelParams{}
	params.AddExpand("customer")
	s, err := p.client.V1Subscriptions.Cancel(ctx, id, params)
	if fault.KindOf(toFault(err)) == fault.NotFound {
		return p.Subscription(ctx, id)
	}
	if err != nil {
		return billing.Subscription{}, toFault(err)
	}
	return p.subscription(s)
}

// statusOf says what Stripe's words for the status are worth. Stripe itself decides when a renewal that failed is given up.
var statusOf = map[api.SubscriptionStatus]billing.Status{
	api.SubscriptionStatusActive:            billing.Active,
	api.SubscriptionStatusTrialing:          billing.Active,
	api.SubscriptionStatusPastDue:           billing.PastDue,
	api.SubscriptionStatusIncomplete:        billing.Suspended,
	api.SubscriptionStatusUnpaid:            billing.Suspended,
	api.SubscriptionStatusPaused:            billing.Suspended,
	api.SubscriptionStatusCanceled:          billing.Ended,
	api.SubscriptionStatusIncompleteExpired: billing.Ended,
}

// subscription reads what Stripe tells of a subscription. A status of the future grants nothing.
func (p *Provider) subscription(s *api.Subscription) (billing.Subscription, error) {
	if s.Livemode != p.live || s.Items == nil || len(s.Items.Data) == 0 || s.Items.Data[0].Price == nil {
		return billing.Subscription{}, errUnknown()
	}
	item := s.Items.Data[0] // we sell one thing at a time
	sub := billing.Subscription{
		ID: s.ID, UserID: s.Metadata[userKey], Provider: name, Status: billing.Suspended, StartedAt: time.Unix(s.Created, 0).UTC(),
		PeriodEnd: time.Unix(item.CurrentPeriodEnd, 0).UTC(), // the subscription itself has had none since 2025
	}
	if status, ok := statusOf[s.Status]; ok {
		sub.Status = status
	}
	if s.Customer != nil {
		sub.Email = s.Customer.Email
	}
	sub.Cycle, sub.OnSale = p.cycle(item.Price)
	return sub, nil
}

// cycle tells how often a price is paid, and whether it is one that we sell at.
func (p *Provider) cycle(price *api.Price) (cycle billing.Cycle, onSale bool) {
	for cycle, id := range p.prices {
		if price.ID == id {
			return cycle, true
		}
	}
	if every := price.Recurring; every != nil && (every.Interval == api.PriceRecurringIntervalYear || every.IntervalCount >= 12) {
		return billing.Annual, false
	}
	return billing.Monthly, false
}
