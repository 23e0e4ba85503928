// Package route holds what all calls share: registration and description, authentication, the
// caller's address, and long answers.
package route

import (
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
	"engram/internal/idempotency"
	"engram/internal/token"
)

// Observer counts requests. It must not block.
type Observer interface {
	// Request is called after every answer. The route is a pattern without its method, such as
	// /api/v1/content/{id}, empty if none matched. The method is as sent.
	Request(method, route string, status int, took time.Duration)
}

// noObserver observes nothing.
type noObserver struct{}

func (noObserver) Request(string, string, int, time.Duration) {}

// Parts are the parts of a Router.
type Parts struct {
	Accounts  *account.Service
	Tokens    *token.Service
	Answers   *idempotency.Service
	PublicURL string // empty: from the request
	Proxies   []netip.Prefix
	Observer  Observer // nil: none
	Log       *slog.Logger
	Now       func() time.Time
}

// Router registers and describes calls.
type Router struct {
	API       huma.API
	accounts  *account.Service
	tokens    *token.Service
	answers   *idempotency.Service
	publicURL string
	proxies   []netip.Prefix
	observer  Observer
	log       *slog.Logger
	now       func() time.Time
	long      *slots
	endless   map[string]bool // paths of streams
}

// New returns a Router on a mux.
func New(p Parts, mux *http.ServeMux) *Router {
	config := huma.DefaultConfig("Engram", "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // they would add $schema to every answer
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: wire.ReadJSON}
	config.Formats = map[string]huma.Format{"application/json": format, "json": format}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Info.Description = "A second brain: save web pages, videos, tweets, PDFs and notes, and ask them in plain words."
	config.Components.SecuritySchemes = securitySchemes
	if p.Observer == nil {
		p.Observer = noObserver{}
	}
	return &Router{
		API: humago.New(mux, config), accounts: p.Accounts, tokens: p.Tokens, answers: p.Answers, publicURL: p.PublicURL, proxies: p.Proxies, observer: p.Observer,
		log: p.Log, now: p.Now, long: newSlots(), endless: map[string]bool{},
	}
}

// schemaName removes prefixes from our Go type names.
func schemaName(t reflect.Type, hint string) string {
	name := strings.TrimPrefix(huma.DefaultSchemaNamer(t, hint), "Wire")
	return strings.Replace(name, "OutputBody", "Answer", 1)
}

// NotFound answers an unknown call.
func NotFound(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusNotFound, &wire.Error{Message: "There is no such call"})
}
