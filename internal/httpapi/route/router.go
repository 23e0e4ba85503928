// Package route is what all calls share: how one is registered and described, who may make it, where its caller is, and how
// a long answer is written.
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
)

// Observer counts requests. It must not block.
type Observer interface {
	// Request is called after every answer. The route is a pattern of the route table without its method, such as
	// /api/v1/content/{id}; empty when the router answered by itself. The method is whatever the caller sent.
	Request(method, route string, status int, took time.Duration)
}

// nobody observes nothing.
type nobody struct{}

func (nobody) Request(string, string, int, time.Duration) {}

// Parts are what a Router is built from.
type Parts struct {
	Accounts  *account.Service
	PublicURL string // empty: from the request
	Proxies   []netip.Prefix
	Observer  Observer // nil: nobody
	Log       *slog.Logger
	Now       func() time.Time
}

// Router registers calls and describes them.
type Router struct {
	API       huma.API
	accounts  *account.Service
	publicURL string
	proxies   []netip.Prefix
	observer  Observer
	log       *slog.Logger
	now       func() time.Time
	long      *turns
	endless   map[string]bool // the paths of streams
}

// New returns a Router that registers on a mux.
func New(p Parts, mux *http.ServeMux) *Router {
	config := huma.DefaultConfig("Engram", "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // they add $schema to every answer
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: wire.ReadJSON}
	config.Formats = map[string]huma.Format{"application/json": format, "json": format}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Info.Description = "A second brain: save web pages, videos, tweets, PDFs and notes, and ask them in plain words."
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "apiKey", In: "header", Name: "authorization", Description: "The token of signin or signup, raw or after \"Bearer \"."},
	}
	if p.Observer == nil {
		p.Observer = nobody{}
	}
	return &Router{
		API: humago.New(mux, config), accounts: p.Accounts, publicURL: p.PublicURL, proxies: p.Proxies, observer: p.Observer,
		log: p.Log, now: p.Now, long: newTurns(), endless: map[string]bool{},
	}
}

// schemaName drops what our Go types say of their place and not of their meaning.
func schemaName(t reflect.Type, hint string) string {
	name := strings.TrimPrefix(huma.DefaultSchemaNamer(t, hint), "Wire")
	return strings.Replace(name, "OutputBody", "Answer", 1)
}

// NotFound answers a request for what is no call.
func NotFound(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusNotFound, &wire.Error{Message: "There is no such call"})
}
