package httpapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
)

// around is what holds for every request: a panic is one failed request, every answer of the API is nosniff and is kept by
// no cache, it is counted, and one line goes to the log, without the query, which may hold a signature.
func (a *api) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := a.Now()
		answer := &recorder{ResponseWriter: w}
		inner := r // as the router gets it
		defer func() {
			if cause := recover(); cause != nil {
				if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(cause)
				}
				a.Log.Error("panic", "path", r.URL.Path, "cause", cause, "stack", string(debug.Stack()))
				if answer.status != 0 {
					panic(http.ErrAbortHandler) // half an answer must not pass for a whole one
				}
				wire.WriteJSON(answer, http.StatusInternalServerError, &wire.Error{Message: wire.InternalMessage})
			}
			took := a.Now().Sub(started)
			a.Log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", answer.status, "took", took)
			if route := routeOf(inner); route != eventsPath { // how long it was watched says nothing of us
				a.Observer.Request(r.Method, route, cmp.Or(answer.status, http.StatusOK), took)
			}
		}()
		from := a.caller(r)
		origin := a.origin(r, from)
		everywhere(w.Header(), strings.HasPrefix(origin, "https://"))
		if spelled := path.Clean(r.URL.Path); spelled != r.URL.Path && strings.HasPrefix(spelled, "/api/") {
			notFound(answer, r) // the router would lead on to what a signature was not made for
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			apiHeaders(w.Header())
			if strings.HasPrefix(r.URL.Path, "/api/v1/") {
				// Whoever reads slowly holds a whole answer in memory.
				_ = http.NewResponseController(w).SetWriteDeadline(started.Add(answerTimeout))
				// Every body of these calls is JSON, whatever a client says it is.
				r.Header.Set("Content-Type", "application/json")
			}
		}
		ctx := context.WithValue(r.Context(), originKey{}, origin)
		ctx = context.WithValue(ctx, addressKey{}, from.key())
		ctx = audit.From(ctx, account.DeviceOf(r.UserAgent()))
		inner = r.WithContext(ctx)
		next.ServeHTTP(answer, inner)
	})
}

// routeOf is the pattern that the router chose for a request, without its method.
func routeOf(r *http.Request) string {
	_, path, found := strings.Cut(r.Pattern, " ")
	if !found {
		return r.Pattern
	}
	return path
}

// nobody observes nothing.
type nobody struct{}

func (nobody) Request(string, string, int, time.Duration) {}

// permissions are what no page of ours asks of a browser, nor any player in one.
const permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), " +
	"microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()"

// everywhere sets what holds for every answer; a page says more of itself in a policy of its own. A browser that came over TLS is
// told to come no other way for a year.
func everywhere(h http.Header, secure bool) {
	h.Set("Permissions-Policy", permissions)
	h.Set("Content-Security-Policy", "frame-ancestors 'none'")
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

func apiHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
}

// recorder remembers the status. Unwrap lets http.ResponseController reach the connection.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

type (
	originKey  struct{}
	addressKey struct{}
)

// origin is the address that the caller sees us at.
func (a *api) origin(r *http.Request, from caller) string {
	if a.PublicURL != "" {
		return strings.TrimSuffix(a.PublicURL, "/")
	}
	if r.TLS != nil || from.https {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Origin is the address at which the caller of a request that New's handler passed on sees us.
func Origin(r *http.Request) string { return originOf(r.Context()) }

func originOf(ctx context.Context) string { return ctx.Value(originKey{}).(string) }

func addressOf(ctx context.Context) string { return ctx.Value(addressKey{}).(string) }

const (
	readyTimeout  = 2 * time.Second
	readyAgain    = 5 * time.Second // when to ask again
	answerTimeout = time.Minute
)

func (a *api) healthz(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "live"})
}

func (a *api) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	err := a.Ready(ctx)
	var told *fault.Error
	switch {
	case err == nil:
		wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "ready"})
	case errors.As(err, &told) && told.Kind == fault.NoRoom: // whoever makes room must still get through
		a.Log.Warn("the disk is full", "error", err)
		wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "full", "message": told.Message})
	default:
		a.Log.Warn("not ready", "error", err)
		w.Header().Set("Retry-After", wire.RetryAfter(readyAgain))
		wire.WriteJSON(w, http.StatusServiceUnavailable, &wire.Error{Message: "Engram is not ready yet"})
	}
}

func (a *api) openAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(a.document()) // the caller may have gone
}
