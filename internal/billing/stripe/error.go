package stripe

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	api "github.com/stripe/stripe-go/v85"

	"engram/internal/fault"
)

const unavailable = "The payment service does not answer as it should. Nothing was changed. Please try again in a moment."

// toFault turns a Stripe error into a fault. The logged cause has code and request id but not the
// message, which may quote what was sent.
func toFault(err error) error {
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*api.Error](err)
	if !ok {
		return fault.Wrap(fault.Unavailable, unavailable, withoutAddress(err))
	}
	cause := fmt.Errorf("stripe: status %d %s %s, request %q", refusal.HTTPStatusCode,
		refusal.Type, refusal.Code, refusal.RequestID)
	if refusal.HTTPStatusCode == http.StatusNotFound {
		return fault.Wrap(fault.NotFound, "Stripe knows nothing of that id", cause)
	}
	return fault.Wrap(fault.Unavailable, unavailable, cause)
}

// withoutAddress removes the URL, which holds ids, from an HTTP error.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("stripe: %w", err)
}
