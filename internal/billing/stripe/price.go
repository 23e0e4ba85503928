package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	api "github.com/stripe/stripe-go/v85"

	"engram/internal/billing"
)

const currency = "usd"

// pricedAs is all that determines a price's charge.
type pricedAs struct {
	amount   int64 // in cents
	currency string
	interval string
	count    int64
	active   bool
	live     bool
}

func (p pricedAs) String() string {
	mode, sold := "test", "not on sale"
	if p.live {
		mode = "live"
	}
	if p.active {
		sold = "on sale"
	}
	return fmt.Sprintf("%d.%02d %s every %d %s, %s, of %s money", p.amount/100, p.amount%100,
		p.currency, p.count, p.interval, sold, mode)
}

// onePrice is Stripe's price with the library's response metadata.
type onePrice struct {
	api.APIResource
	price
}

// CheckPrices reports where Stripe would charge other than these cents per cycle.
func (p *Provider) CheckPrices(ctx context.Context, cents map[billing.Cycle]int) error {
	var wrong []error
	for _, cycle := range []billing.Cycle{billing.Monthly, billing.Annual} {
		var got onePrice
		params := &api.PriceRetrieveParams{Params: api.Params{Context: ctx}}
		if err := p.backend.Call(http.MethodGet, "/v1/prices/"+p.prices[cycle], p.key, params,
			&got); err != nil {
			wrong = append(wrong, fmt.Errorf("the price of a %s: %w", cycle, toFault(err)))
			continue
		}
		want := pricedAs{int64(cents[cycle]), currency, string(cycle), 1, true, p.live}
		has := pricedAs{got.Amount, got.Currency, got.Recurring.Interval, got.Recurring.Count,
			got.Active, got.Livemode}
		if has != want {
			wrong = append(wrong, fmt.Errorf("the price of a %s is %v and should be %v", cycle, has, want))
		}
	}
	return errors.Join(wrong...)
}
