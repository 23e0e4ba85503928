package stripe

import (
	"encoding/json"

	api "github.com/stripe/stripe-go/v85"
)

// The fields of Stripe's responses in use. The library's types would add 7 MB to the program.

type session struct {
	api.APIResource
	ID            string    `json:"id"`
	URL           string    `json:"url"`
	UserID        string    `json:"client_reference_id"`
	Status        string    `json:"status"`
	PaymentStatus string    `json:"payment_status"`
	Subscription  reference `json:"subscription"` // empty until paid
	Customer      struct {
		Email string `json:"email"`
	} `json:"customer_details"`
	Livemode bool `json:"livemode"`
}

type subscription struct {
	api.APIResource
	ID       string            `json:"id"`
	Status   string            `json:"status"`
	Created  int64             `json:"created"` // unix seconds, like all of Stripe's times
	Metadata map[string]string `json:"metadata"`
	Livemode bool              `json:"livemode"`
	Customer reference         `json:"customer"` // expanded
	Items    struct {
		Data []struct {
			PeriodEnd int64 `json:"current_period_end"` // since 2025 no longer on the subscription
			Price     price `json:"price"`
		} `json:"data"`
	} `json:"items"`
}

// reference is another object: its id or, if expanded, some of its fields.
type reference struct {
	ID    string `json:"id"`
	Email string `json:"email"` // of a customer
}

func (r *reference) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &r.ID)
	}
	type full reference // without this method
	return json.Unmarshal(data, (*full)(r))
}

type price struct {
	ID        string `json:"id"`
	Active    bool   `json:"active"`
	Livemode  bool   `json:"livemode"`
	Currency  string `json:"currency"`
	Amount    int64  `json:"unit_amount"` // in cents
	Recurring struct {
		Interval string `json:"interval"`
		Count    int64  `json:"interval_count"`
	} `json:"recurring"`
}
