// Package wire encodes and decodes: errors, JSON bodies, server-sent events, and types shared by
// several calls.
package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/fault"
)

// Error is the body of every error.
type Error struct {
	Status  int    `json:"-"`
	Message string `json:"message" doc:"What went wrong, fit to show to a person."`
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// GetStatus returns the status for huma.
func (e *Error) GetStatus() int { return e.Status }

// InternalMessage is the message for errors of ours.
const InternalMessage = "Something went wrong on our side. Please try again."

var statusOf = map[fault.Kind]int{
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.Unsupported:     http.StatusUnsupportedMediaType,
	fault.Unpaid:          http.StatusPaymentRequired,
	fault.Limit:           http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.NoRoom:          http.StatusInsufficientStorage,
}

func init() {
	// huma creates its errors through this variable. Its texts are for programmers: users get ours,
	// and causes of 5xx only go to the log.
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		switch {
		case status >= http.StatusInternalServerError:
			return &Error{status, InternalMessage}
		case status == http.StatusRequestEntityTooLarge:
			return &Error{status, "The request is too large"}
		case status == http.StatusRequestTimeout:
			return &Error{status, "The request took too long to arrive"}
		}
		return &Error{http.StatusBadRequest, badRequestMessage(errs)}
	}
}

// badRequestMessage names the parameter or the field at fault, if known.
func badRequestMessage(errs []error) string {
	for _, err := range errs {
		var detail *huma.ErrorDetail
		if !errors.As(err, &detail) {
			continue
		}
		if _, parameter, ok := strings.Cut(detail.Location, "."); ok {
			return fmt.Sprintf("The parameter %q is not valid", parameter)
		}
		if detail.Location == "body" {
			return detail.Message
		}
	}
	return "The request is not valid"
}

// ToHTTP converts a domain's error to a response. Errors that are not faults, and causes of
// unavailability, are logged and hidden.
func ToHTTP(ctx context.Context, log *slog.Logger, err error) error {
	var f *fault.Error
	if odd := (huma.StatusError)(nil); errors.As(err, &odd) { // a call with an answer of its own
		return odd
	}
	if !errors.As(err, &f) || f.Kind == fault.Internal {
		if ctx.Err() == nil { // else the caller has gone
			log.Error("request failed", "error", err)
		}
		return &Error{http.StatusInternalServerError, InternalMessage}
	}
	if f.Unwrap() != nil && ctx.Err() == nil {
		switch f.Kind {
		case fault.Unavailable:
			log.Warn("a part that a request needs does not answer", "error", err)
		case fault.NoRoom:
			log.Error("the disk is full", "error", err)
		}
	}
	out := &Error{statusOf[f.Kind], f.Message}
	if f.RetryAfter > 0 {
		return huma.ErrorWithHeaders(out, http.Header{"Retry-After": {RetryAfter(f.RetryAfter)}})
	}
	return out
}

// RetryAfter formats a duration for the header, in whole seconds.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

// WriteFault writes an error response without huma.
func WriteFault(w http.ResponseWriter, r *http.Request, log *slog.Logger, err error) {
	travels := ToHTTP(r.Context(), log, err)
	var withHeaders huma.HeadersError
	if errors.As(travels, &withHeaders) {
		for name, values := range withHeaders.GetHeaders() {
			w.Header()[name] = values
		}
	}
	var body *Error
	errors.As(travels, &body)
	WriteJSON(w, body.Status, body)
}

// WriteJSON writes a response without huma.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the caller may have gone
}
