package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"engram/internal/endpoint"
	"engram/internal/fault"
)

// errPassing marks a failure that a retry may fix.
var errPassing = errors.New("which may pass")

// unreachable returns the error of a call without a complete response. If the caller cancelled, the
// endpoint is not at fault.
func unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("openai: %w", ctx.Err())
	}
	return fault.Wrap(fault.Unavailable, "The embedding endpoint does not answer", fmt.Errorf("%w, %w", endpoint.WithoutAddress(err), errPassing))
}

// unusable returns the error for a response of the wrong form.
func unusable(err error) error {
	return fault.Wrap(fault.Unavailable, "The embedding endpoint gave an answer that can't be used", err)
}

// refusal turns an error status into a fault. It is Invalid only if the input is at fault: a wrong
// key or model is for the operator to fix.
func (e *Embedder) refusal(response *http.Response, body []byte, now time.Time) error {
	cause := fmt.Errorf("status %d%s", response.StatusCode, e.code(body))
	switch status := response.StatusCode; {
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		return fault.Wrap(fault.Invalid, "The embedding endpoint does not take this text", cause)
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return fault.Wrap(fault.Unavailable, "The embedding endpoint does not accept ENGRAM_AI_KEY", cause)
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return fault.Wrap(fault.Unavailable, "The embedding endpoint does not know ENGRAM_EMBEDDING_MODEL, or ENGRAM_AI_URL is not its address", cause)
	case status/100 == 3:
		return fault.Wrap(fault.Unavailable, "The embedding endpoint has moved: ENGRAM_AI_URL must be where it is", cause)
	case status == http.StatusTooManyRequests, status/100 == 5:
		f := fault.Wrap(fault.Unavailable, "The embedding endpoint is busy or broken", fmt.Errorf("%w, %w", cause, errPassing))
		f.RetryAfter = endpoint.RetryAfter(response.Header, now)
		return f
	}
	return fault.Wrap(fault.Unavailable, "The embedding endpoint refuses", cause)
}

// code returns the endpoint's error code in brackets.
func (e *Embedder) code(body []byte) string {
	if code := e.endpoint.Code(body); code != "" {
		return " (" + code + ")"
	}
	return ""
}
