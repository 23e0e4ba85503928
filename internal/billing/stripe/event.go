package stripe

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/stripe/stripe-go/v85/webhook"

	"engram/internal/billing"
	"engram/internal/fault"
)

// EventReader reads the events that Stripe sends to the webhook.
type EventReader struct{ secret string }

// NewEventReader returns an EventReader for events signed with secret.
func NewEventReader(secret string) EventReader { return EventReader{secret} }

// event is what is read of one. Stripe writes its object in the API's version that the webhook was made with; these fields
// have been the same in all of them.
type event struct {
	Type string `json:"type"`
	Data struct {
		Object struct {
			ID           string            `json:"id"`
			Subscription string            `json:"subscription"`        // of a checkout's session
			UserID       string            `json:"client_reference_id"` // of a checkout's session
			Metadata     map[string]string `json:"metadata"`
		} `json:"object"`
	} `json:"data"`
}

// Read implements billing.EventReader. A signature is good for five minutes.
func (r EventReader) Read(payload []byte, signature string) (billing.Event, error) {
	if err := webhook.ValidatePayload(payload, signature, r.secret); err != nil {
		return billing.Event{}, fault.Wrap(fault.Invalid, "The event is not signed as it should be", err)
	}
	var e event
	err := json.Unmarshal(payload, &e)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && e.Type != "" {
		return billing.Event{}, nil // an object of another kind
	}
	if err != nil {
		return billing.Event{}, fault.Wrap(fault.Invalid, "The event is not valid JSON of the expected form", err)
	}
	switch object := e.Data.Object; {
	case strings.HasPrefix(e.Type, "customer.subscription."):
		return billing.Event{UserID: object.Metadata[userKey], SubscriptionID: object.ID}, nil
	case strings.HasPrefix(e.Type, "checkout.session."):
		return billing.Event{UserID: object.UserID, SubscriptionID: object.Subscription}, nil
	}
	return billing.Event{}, nil
}
