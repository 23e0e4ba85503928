package stripe

import api "github.com/stripe/stripe-go/v85"

// What is read of Stripe's answers. The library's own types hang together, so that any of them brings all: 7 MB of the program.

type session struct {
	api.APIResource
	ID            string `json:"id"`
	URL           string `json:"url"`
	UserID        string `json:"client_reference_id"`
	Status        string `json:"status"`
	PaymentStatus string `json:"payment_status"`
	Subscription  string `json:"subscription"` // its id; empty until there is one
	Livemode      bool   `json:"livemode"`
}

type subscription struct {
	api.APIResource
	ID       string            `json:"id"`
	Status   string            `json:"status"`
	Created  int64             `json:"created"` // unix seconds, as all times of Stripe
	Metadata map[string]string `json:"metadata"`
	Livemode bool              `json:"livemode"`
	Customer struct {
		Email string `json:"email"`
	} `json:"customer"` // is asked for in full
	Items struct {
		Data []struct {
			PeriodEnd int64 `json:"current_period_end"` // the subscription itself has had none since 2025
			Price     price `json:"price"`
		} `json:"data"`
	} `json:"items"`
}

type price struct {
	ID        string `json:"id"`
	Recurring struct {
		Interval string `json:"interval"`
		Count    int64  `json:"interval_count"`
	} `json:"recurring"`
}
