package endpointtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// Reply is a JSON response.
func Reply(status int, body any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body) // the client may be gone
	}
}

// Error is an error in OpenAI's form. Like the real one it may quote the request.
func Error(status int, code, message string) http.HandlerFunc {
	body := map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": nil}
	if code != "" {
		body["code"] = code
	}
	return Reply(status, map[string]any{"error": body})
}

// Unknown is the error for an unknown model.
func Unknown(model string) http.HandlerFunc {
	return Error(http.StatusNotFound, "model_not_found", "The model "+model+" does not exist")
}

// Busy is a 429 with Retry-After.
func Busy(retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", retryAfter)
		Error(http.StatusTooManyRequests, "rate_limit_exceeded", "Slow down")(w, r)
	}
}

// Hangs sends no response until the client disconnects.
func Hangs(_ http.ResponseWriter, r *http.Request) { Wait(r, time.Minute) }

// Wait waits and reports whether the client is still connected.
func Wait(r *http.Request, d time.Duration) bool {
	select {
	case <-r.Context().Done():
		return false
	case <-time.After(d):
		return true
	}
}
