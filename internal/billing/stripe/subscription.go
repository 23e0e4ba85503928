package stripe

import (
	"context"
	"net/http"
	"time"

	api "github.com/stripe/stripe-go/v85"

	"engram/internal/billing"
	"engram/internal/fault"
)

const subscriptionsPath = "/v1/subscriptions/"

// expanded are the fields to fetch in full.
var expanded = []*string{api.String("customer")}

// Subscription implements billing.Provider.
func (p *Provider) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	if !subscriptionID.MatchString(id) {
		return billing.Subscription{}, errUnknown()
	}
	var s subscription
	params := &api.SubscriptionRetrieveParams{Params: api.Params{Context: ctx}, Expand: expanded}
	if err := p.backend.Call(http.MethodGet, subscriptionsPath+id, p.key, params, &s); err != nil {
		return billing.Subscription{}, toFault(err)
	}
	return p.subscription(s)
}

// Cancel implements billing.Provider. Stripe does not find ended ones, so their state is fetched.
func (p *Provider) Cancel(ctx context.Context, id string) (billing.Subscription, error) {
	if !subscriptionID.MatchString(id) {
		return billing.Subscription{}, errUnknown()
	}
	var s subscription
	params := &api.SubscriptionCancelParams{Params: api.Params{Context: ctx}, Expand: expanded}
	err := toFault(p.backend.Call(http.MethodDelete, subscriptionsPath+id, p.key, params, &s))
	if fault.KindOf(err) == fault.NotFound {
		return p.Subscription(ctx, id)
	}
	if err != nil {
		return billing.Subscription{}, err
	}
	return p.subscription(s)
}

// statusOf maps Stripe's statuses. Stripe decides when to stop retrying a renewal.
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

// subscription converts a subscription. An unknown status grants nothing.
func (p *Provider) subscription(s subscription) (billing.Subscription, error) {
	if s.Livemode != p.live || len(s.Items.Data) == 0 {
		return billing.Subscription{}, errUnknown()
	}
	item := s.Items.Data[0] // we sell one item
	sub := billing.Subscription{
		ID: s.ID, UserID: s.Metadata[userKey], Provider: name, Status: billing.Suspended,
		StartedAt: time.Unix(s.Created, 0).UTC(),
		PeriodEnd: time.Unix(item.PeriodEnd, 0).UTC(), Email: s.Customer.Email,
	}
	if status, ok := statusOf[api.SubscriptionStatus(s.Status)]; ok {
		sub.Status = status
	}
	sub.Cycle, sub.OnSale = p.cycle(item.Price)
	return sub, nil
}

// cycle returns a price's cycle, and whether it is on sale.
func (p *Provider) cycle(price price) (cycle billing.Cycle, onSale bool) {
	for cycle, id := range p.prices {
		if price.ID == id {
			return cycle, true
		}
	}
	if every := price.Recurring; every.Interval == string(api.PriceRecurringIntervalYear) ||
		every.Count >= 12 {
		return billing.Annual, false
	}
	return billing.Monthly, false
}
