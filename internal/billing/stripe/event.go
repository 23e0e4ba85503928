package stripe

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/stripe/stripe-go/v85/webhook"

	"engram/internal/billing"
	"engram/internal/fault"
)

// EventReader parses the webhook's events.
type EventReader struct{ secret string }

// NewEventReader returns an EventReader for events signed with secret.
func NewEventReader(secret string) EventReader { return EventReader{secret} }

// event holds the ids in an event. Its object has the API version of the webhook.
type event struct {
	Type string `json:"type"`
	Data struct {
		Object struct {
			ID string `json:"id"`
		} `json:"object"`
	} `json:"data"`
}

// Read implements billing.EventReader. Signatures are valid for five minutes.
func (r EventReader) Read(payload []byte, signature string) (billing.Event, error) {
	if err := webhook.ValidatePayload(payload, signature, r.secret); err != nil {
		return billing.Event{}, fault.Wrap(fault.Invalid, "The event is not signed as it should be", err)
	}
	var e event
	err := json.Unmarshal(payload, &e)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && e.Type != "" {
		return billing.Event{}, nil // another kind of object
	}
	if err != nil {
		return billing.Event{}, fault.Wrap(fault.Invalid, "The event is not valid JSON of the expected form", err)
	}
	object := e.Data.Object
	switch {
	case strings.HasPrefix(e.Type, "checkout.session."):
		return billing.Event{SessionID: object.ID}, nil
	case strings.HasPrefix(e.Type, "customer.subscription."):
		return billing.Event{SubscriptionID: object.ID}, nil
	}
	return billing.Event{}, nil
}
