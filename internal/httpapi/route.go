package httpapi

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

// public registers a call that anyone may make.
func public[I, O any](a *api, route string, maxBody int64, summary string, handle func(context.Context, *I) (*O, error), errors ...int) {
	op := a.operation(route, maxBody, summary, errors)
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, wire.ToHTTP(ctx, a.Log, err)
		}
		return out, nil
	})
}

// signedIn registers a call that needs a token. The handler can't be written without an Identity, and only a checked token
// makes one; the check runs before the body is read.
func signedIn[I, O any](a *api, route string, maxBody int64, summary string, handle func(context.Context, account.Identity, *I) (*O, error), errors ...int) {
	op := a.operation(route, maxBody, summary, append(errors, http.StatusUnauthorized))
	op.Security = []map[string][]string{{"token": {}}}
	op.Middlewares = huma.Middlewares{a.authenticate}
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, identityOf(ctx), in)
		if err != nil {
			return nil, wire.ToHTTP(ctx, a.Log, err)
		}
		return out, nil
	})
}

// long registers a call that may answer much, and writes its answer O in pieces.
func long[O, I any](a *api, route, summary string, handle func(context.Context, account.Identity, *I) (*huma.StreamResponse, error), errors ...int) {
	signedIn(a, route, 0, summary, handle, append(errors, http.StatusTooManyRequests)...)
	_, path, _ := strings.Cut(route, " ")
	a.huma.OpenAPI().Paths[path].Get.Responses["200"] = &huma.Response{Description: "OK", Content: a.json(reflect.TypeFor[O]())}
}

// byHand answers a call that needs a token outside huma's hands: its body or its answer is no JSON of ours. A fault that it
// returns is written as for any other call.
type byHand func(http.ResponseWriter, *http.Request, account.Identity) error

// byHand registers such a call.
func (a *api) byHand(op huma.Operation, handle byHand) {
	op.Security = []map[string][]string{{"token": {}}}
	a.huma.OpenAPI().AddOperation(&op)
	a.huma.Adapter().Handle(&op, huma.Middlewares{a.authenticate}.Handler(func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		r = r.WithContext(ctx.Context())
		if err := handle(w, r, identityOf(r.Context())); err != nil {
			wire.WriteFault(w, r, a.Log, err)
		}
	}))
}

// operation describes a route such as "POST /api/v1/content". Bodies are decoded and not validated by schema: what is
// missing or empty is answered by the domain, in its own words.
func (a *api) operation(route string, maxBody int64, summary string, errors []int) huma.Operation {
	method, path, _ := strings.Cut(route, " ")
	name := strings.NewReplacer("{", "", "}", "", "/", "-").Replace(strings.TrimPrefix(path, "/api/v1/"))
	responses := map[string]*huma.Response{}
	for _, status := range append(errors, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusInsufficientStorage) {
		responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: a.json(reflect.TypeFor[wire.Error]())}
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

// json describes a body of type t.
func (a *api) json(t reflect.Type) map[string]*huma.MediaType {
	schema := a.huma.OpenAPI().Components.Schemas.Schema(t, true, "")
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

type identityKey struct{}

func identityOf(ctx context.Context) account.Identity {
	return ctx.Value(identityKey{}).(account.Identity)
}

// sessionOf is the id of the session that a call was made in: what it answers opens for that one.
func sessionOf(ctx context.Context) string { return identityOf(ctx).SessionID() }

func (a *api) authenticate(ctx huma.Context, next func(huma.Context)) {
	id, err := a.Accounts.Authenticate(ctx.Context(), bareToken(ctx.Header("authorization")))
	if err != nil {
		r, w := humago.Unwrap(ctx)
		wire.WriteFault(w, r, a.Log, err)
		return
	}
	next(huma.WithValue(ctx, identityKey{}, id))
}

// bareToken tolerates what programs put round a token: a Bearer prefix, quotes, blanks.
func bareToken(header string) string {
	token := strings.Trim(strings.TrimSpace(header), `"`)
	if len(token) > 7 && strings.EqualFold(token[:7], "Bearer ") {
		token = token[7:]
	}
	return strings.Trim(strings.TrimSpace(token), `"`)
}
