package route

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
	"engram/internal/httpapi/wire"
)

// AnswerTimeout is the time for a reader to take an answer, unless it is written in pieces or as a
// stream.
const AnswerTimeout = time.Minute

// Around wraps every request: it recovers panics, sets nosniff and no-store, counts, and logs one
// line, without the query, which may hold a signature.
func (r *Router) Around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		started := r.now()
		answer := &recorder{ResponseWriter: w}
		inner := request // as the router sees it
		defer func() {
			if cause := recover(); cause != nil {
				if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(cause)
				}
				r.log.Error("panic", "path", loggable(request.URL.Path), "cause", cause, "stack", string(debug.Stack()))
				if answer.status != 0 {
					panic(http.ErrAbortHandler) // a partial answer must not look complete
				}
				wire.WriteJSON(answer, http.StatusInternalServerError, &wire.Error{Message: wire.InternalMessage})
			}
			took := r.now().Sub(started)
			r.log.Debug("request", "method", request.Method, "path", loggable(request.URL.Path), "status", answer.status, "took", took)
			if route := routeOf(inner); !r.endless[route] { // the duration of a stream says nothing
				r.observer.Request(request.Method, route, cmp.Or(answer.status, http.StatusOK), took)
			}
		}()
		from := r.caller(request)
		origin := r.origin(request, from)
		everywhere(w.Header(), strings.HasPrefix(origin, "https://"))
		if spelled := path.Clean(request.URL.Path); spelled != strings.TrimSuffix(request.URL.Path, "/") && strings.HasPrefix(spelled, "/api/") {
			NotFound(answer, request) // the router would redirect to an unsigned path
			return
		}
		if strings.HasPrefix(request.URL.Path, "/api/") {
			apiHeaders(w.Header())
			if strings.HasPrefix(request.URL.Path, "/api/v1/") {
				// A slow reader holds a whole answer in memory.
				_ = http.NewResponseController(w).SetWriteDeadline(started.Add(AnswerTimeout))
				// These bodies are JSON, whatever the client declares, but for forms with files.
				if !strings.HasPrefix(request.Header.Get("Content-Type"), "multipart/form-data") {
					request.Header.Set("Content-Type", "application/json")
				}
			}
		}
		ctx := context.WithValue(request.Context(), originKey{}, origin)
		ctx = context.WithValue(ctx, callerKey{}, from)
		ctx = audit.From(ctx, account.DeviceOf(request.UserAgent()))
		inner = request.WithContext(ctx)
		next.ServeHTTP(answer, inner)
	})
}

// FeedPath begins the addresses of private feeds, in which a secret follows.
const FeedPath = "/api/feeds/"

// loggable returns a path without the secret in it.
func loggable(path string) string {
	if rest, ok := strings.CutPrefix(path, FeedPath); ok {
		_, file, _ := strings.Cut(rest, "/")
		return FeedPath + "…/" + file
	}
	return path
}

// routeOf returns the request's route pattern without its method.
func routeOf(r *http.Request) string {
	_, path, found := strings.Cut(r.Pattern, " ")
	if !found {
		return r.Pattern
	}
	return path
}

// permissions are browser features that neither our pages nor players use.
const permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), " +
	"microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()"

// everywhere sets the headers of every answer; pages add a policy of their own. Over TLS that
// includes HSTS for a year.
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

// recorder records the status. Unwrap lets http.ResponseController reach the connection.
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
	originKey struct{}
	callerKey struct{}
)

// origin returns the origin under which the caller sees us.
func (r *Router) origin(request *http.Request, from caller) string {
	if r.publicURL != "" {
		return strings.TrimSuffix(r.publicURL, "/")
	}
	if request.TLS != nil || from.https {
		return "https://" + request.Host
	}
	return "http://" + request.Host
}

// Origin is OriginOf for a request.
func Origin(r *http.Request) string { return OriginOf(r.Context()) }

// OriginOf returns the origin under which the caller sees us.
func OriginOf(ctx context.Context) string { return ctx.Value(originKey{}).(string) }

// AddressOf returns the key for counting a caller's attempts: its address, for IPv6 its network.
func AddressOf(ctx context.Context) string { return ctx.Value(callerKey{}).(caller).key() }

// HostOf returns the caller's full address, for the log.
func HostOf(ctx context.Context) string { return ctx.Value(callerKey{}).(caller).address.String() }
