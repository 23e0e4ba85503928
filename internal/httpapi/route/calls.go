package route

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

const bodyTimeout = 30 * time.Second // for a JSON body to arrive

// Public registers a call that anyone may make.
func Public[I, O any](r *Router, route string, maxBody int64, summary string, handle func(context.Context, *I) (*O, error), errors ...int) {
	op := r.Operation(route, maxBody, summary, errors)
	huma.Register(r.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, wire.ToHTTP(ctx, r.log, err)
		}
		return out, nil
	})
}

// SignedIn registers a call that needs a token. The handler can't be written without an Identity, and only a checked token
// makes one; the check runs before the body is read.
func SignedIn[I, O any](r *Router, route string, maxBody int64, summary string, handle func(context.Context, account.Identity, *I) (*O, error), errors ...int) {
	op := r.Operation(route, maxBody, summary, append(errors, http.StatusUnauthorized))
	op.Security = []map[string][]string{{"token": {}}}
	op.Middlewares = huma.Middlewares{r.authenticate}
	huma.Register(r.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, identityOf(ctx), in)
		if err != nil {
			return nil, wire.ToHTTP(ctx, r.log, err)
		}
		return out, nil
	})
}

// Long registers a call that may answer much, and writes its answer O in pieces.
func Long[O, I any](r *Router, route, summary string, handle func(context.Context, account.Identity, *I) (*huma.StreamResponse, error), errors ...int) {
	SignedIn(r, route, 0, summary, handle, append(errors, http.StatusTooManyRequests)...)
	_, path, _ := strings.Cut(route, " ")
	r.API.OpenAPI().Paths[path].Get.Responses["200"] = &huma.Response{Description: "OK", Content: r.JSON(reflect.TypeFor[O]())}
}

// Handler answers a call that needs a token outside huma's hands: its body or its answer is no JSON of ours. A fault that it
// returns is written as for any other call.
type Handler func(http.ResponseWriter, *http.Request, account.Identity) error

// Handle registers such a call.
func (r *Router) Handle(op huma.Operation, handle Handler) {
	op.Security = []map[string][]string{{"token": {}}}
	r.API.OpenAPI().AddOperation(&op)
	r.API.Adapter().Handle(&op, huma.Middlewares{r.authenticate}.Handler(func(ctx huma.Context) {
		request, w := humago.Unwrap(ctx)
		request = request.WithContext(ctx.Context())
		if err := handle(w, request, identityOf(request.Context())); err != nil {
			wire.WriteFault(w, request, r.log, err)
		}
	}))
}

// Stream registers such a call that goes on until one side ends it. No Observer hears of it.
func (r *Router) Stream(op huma.Operation, handle Handler) {
	r.endless[op.Path] = true
	r.Handle(op, handle)
}

// Operation describes a route such as "POST /api/v1/content". Bodies are decoded and not validated by schema: what is
// missing or empty is answered by the domain, in its own words.
func (r *Router) Operation(route string, maxBody int64, summary string, errors []int) huma.Operation {
	method, path, _ := strings.Cut(route, " ")
	name := strings.NewReplacer("{", "", "}", "", "/", "-").Replace(strings.TrimPrefix(path, "/api/v1/"))
	responses := map[string]*huma.Response{}
	for _, status := range append(errors, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusInsufficientStorage) {
		responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: r.JSON(reflect.TypeFor[wire.Error]())}
	}
	return huma.Operation{
		OperationID:      strings.ToLower(method) + "-" + name,
		Method:           method,
		Path:             path,
		Summary:          summary,
		MaxBodyBytes:     maxBody,
		BodyReadTimeout:  bodyTimeout,
		SkipValidateBody: true,
		Responses:        responses,
	}
}

// JSON describes a body of type t.
func (r *Router) JSON(t reflect.Type) map[string]*huma.MediaType {
	schema := r.API.OpenAPI().Components.Schemas.Schema(t, true, "")
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

type identityKey struct{}

func identityOf(ctx context.Context) account.Identity {
	return ctx.Value(identityKey{}).(account.Identity)
}

// SessionOf is the id of the session that a call was made in: what it answers opens for that one.
func SessionOf(ctx context.Context) string { return identityOf(ctx).SessionID() }

func (r *Router) authenticate(ctx huma.Context, next func(huma.Context)) {
	id, err := r.accounts.Authenticate(ctx.Context(), BareToken(ctx.Header("authorization")))
	if err != nil {
		request, w := humago.Unwrap(ctx)
		wire.WriteFault(w, request, r.log, err)
		return
	}
	next(huma.WithValue(ctx, identityKey{}, id))
}

// BareToken tolerates what programs put round a token: a Bearer prefix, quotes, blanks.
func BareToken(header string) string {
	token := strings.Trim(strings.TrimSpace(header), `"`)
	if len(token) > 7 && strings.EqualFold(token[:7], "Bearer ") {
		token = token[7:]
	}
	return strings.Trim(strings.TrimSpace(token), `"`)
}
