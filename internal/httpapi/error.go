package httpapi

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

// wireError is the one shape of every error.
type wireError struct {
	status  int
	Message string `json:"message" doc:"What went wrong, fit to show to a person."`
}

func (e *wireError) Error() string  { return e.Message }
func (e *wireError) GetStatus() int { return e.status }

const internalMessage = "Something went wrong on our side. Please try again."

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
	// huma makes its own errors through this one variable. Its texts are for programmers: a person gets ours, and what is
	// behind a status of 500 and above stays in the log.
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		switch {
		case status >= http.StatusInternalServerError:
			return &wireError{status, internalMessage}
		case status == http.StatusRequestEntityTooLarge:
			return &wireError{status, "The request is too large"}
		case status == http.StatusRequestTimeout:
			return &wireError{status, "The request took too long to arrive"}
		}
		return &wireError{http.StatusBadRequest, badRequestMessage(errs)}
	}
}

// badRequestMessage names what is at fault where that is known: a parameter by its name, a body in the words of readJSON.
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

// toHTTP turns what a domain returned into what travels. An error that is no fault is logged with its cause and hidden; so is the
// cause of what does not answer, which somebody may have to see to.
func toHTTP(ctx context.Context, log *slog.Logger, err error) error {
	var f *fault.Error
	if odd := (*wireError)(nil); errors.As(err, &odd) { // a call with a status of its own
		return odd
	}
	if !errors.As(err, &f) || f.Kind == fault.Internal {
		if ctx.Err() == nil { // else the caller has gone and nobody reads the answer
			log.Error("request failed", "error", err)
		}
		return &wireError{http.StatusInternalServerError, internalMessage}
	}
	if f.Unwrap() != nil && ctx.Err() == nil {
		switch f.Kind {
		case fault.Unavailable:
			log.Warn("a part that a request needs does not answer", "error", err)
		case fault.NoRoom:
			log.Error("the disk is full", "error", err)
		}
	}
	out := &wireError{statusOf[f.Kind], f.Message}
	if f.RetryAfter > 0 {
		return huma.ErrorWithHeaders(out, http.Header{"Retry-After": {retryAfter(f.RetryAfter)}})
	}
	return out
}

func retryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

// writeFault answers a request that does not go through huma.
func writeFault(w http.ResponseWriter, r *http.Request, log *slog.Logger, err error) {
	travels := toHTTP(r.Context(), log, err)
	var withHeaders huma.HeadersError
	if errors.As(travels, &withHeaders) {
		for name, values := range withHeaders.GetHeaders() {
			w.Header()[name] = values
		}
	}
	var body *wireError
	errors.As(travels, &body)
	writeJSON(w, body.status, body)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the caller may have gone
}
