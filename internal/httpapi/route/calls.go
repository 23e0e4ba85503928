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

// SmallBody is the size of most bodies at most, in bytes.
const SmallBody = 64 << 10

const bodyTimeout = 30 * time.Second // for a JSON body to arrive

// Public registers a call for anyone.
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

// SignedIn registers a call that needs a token, checked before the body is read. Only a valid token
// yields the Identity that handlers require.
func SignedIn[I, O any](r *Router, route string, maxBody int64, summary string, handle func(context.Context, account.Identity, *I) (*O, error), errors ...int) {
	op := r.Operation(route, maxBody, summary, append(errors, http.StatusUnauthorized))
	r.guard(&op)
	huma.Register(r.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, identityOf(ctx), in)
		if err != nil {
			return nil, wire.ToHTTP(ctx, r.log, err)
		}
		return out, nil
	})
}

// Long registers a call that writes a possibly long answer O in pieces.
func Long[O, I any](r *Router, route, summary string, handle func(context.Context, account.Identity, *I) (*huma.StreamResponse, error), errors ...int) {
	SignedIn(r, route, 0, summary, handle, append(errors, http.StatusTooManyRequests)...)
	_, path, _ := strings.Cut(route, " ")
	r.API.OpenAPI().Paths[path].Get.Responses["200"] = &huma.Response{Description: "OK", Content: r.JSON(reflect.TypeFor[O]())}
}

// Handler handles a signed-in call without huma, for bodies or answers that are not plain JSON. Its
// errors are written as usual.
type Handler func(http.ResponseWriter, *http.Request, account.Identity) error

// Handle registers such a call.
func (r *Router) Handle(op huma.Operation, handle Handler) {
	r.guard(&op)
	r.API.OpenAPI().AddOperation(&op)
	r.API.Adapter().Handle(&op, op.Middlewares.Handler(func(ctx huma.Context) {
		request, w := humago.Unwrap(ctx)
		request = request.WithContext(ctx.Context())
		if err := handle(w, request, identityOf(request.Context())); err != nil {
			wire.WriteFault(w, request, r.log, err)
		}
	}))
}

// Stream registers such a call that runs until one side ends it; it is not observed.
func (r *Router) Stream(op huma.Operation, handle Handler) {
	r.endless[op.Path] = true
	r.Handle(op, handle)
}

// Operation describes a route such as "POST /api/v1/content". Bodies are not validated by schema,
// so that domains word the errors.
func (r *Router) Operation(route string, maxBody int64, summary string, errors []int) huma.Operation {
	method, path, _ := strings.Cut(route, " ")
	name := strings.NewReplacer("{", "", "}", "", "/", "-").Replace(strings.TrimPrefix(path, "/api/v1/"))
	op := huma.Operation{
		OperationID:      strings.ToLower(method) + "-" + name,
		Method:           method,
		Path:             path,
		Summary:          summary,
		MaxBodyBytes:     maxBody,
		BodyReadTimeout:  bodyTimeout,
		SkipValidateBody: true,
		Responses:        map[string]*huma.Response{},
	}
	for _, status := range append(errors, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusInsufficientStorage) {
		r.mayFail(&op, status)
	}
	return op
}

// mayFail describes a status of an operation that is an error.
func (r *Router) mayFail(op *huma.Operation, status int) {
	op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: r.JSON(reflect.TypeFor[wire.Error]())}
}

// JSON describes a body of type t.
func (r *Router) JSON(t reflect.Type) map[string]*huma.MediaType {
	schema := r.API.OpenAPI().Components.Schemas.Schema(t, true, "")
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}
