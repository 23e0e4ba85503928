// Package mcp serves the Model Context Protocol by streamable HTTP: it checks where a request comes from, whose
// it is and what they may do, and leaves the rest to package mcp and its SDK.
package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/mcp"
	"engram/internal/token"
)

// Path is the path of the endpoint.
const Path = "/mcp"

const (
	maxBody      = 2 << 20          // bytes: JSON escapes may make a note of 256 KB six times as long
	bodyTimeout  = 30 * time.Second // for the body to arrive
	workTimeout  = 2 * time.Minute  // for an answer to be written
	listenMethod = "subscriptions/listen"
)

// Parts are the dependencies of the endpoint.
type Parts struct {
	Tools    mcp.Parts
	Metadata func(origin string) string // the address of the resource's metadata (RFC 9728); nil: there is none
	Log      *slog.Logger
	Now      func() time.Time
}

type endpoint struct {
	Parts
	router *route.Router
	sdk    http.Handler
}

// Register adds the endpoint.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	server := mcp.New(p.Tools)
	e := &endpoint{Parts: p, router: r, sdk: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // it would refuse a proxy on this machine; admit checks more
		MaxRequestBodyBytes:        maxBody,
	})}
	mux.Handle(Path, e)
}

// Resource returns the identifier of the endpoint as a protected resource.
func Resource(origin string) string { return origin + Path }

// ServeHTTP implements http.Handler.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if err := e.admit(r); err != nil {
		wire.WriteFault(w, r, e.Log, err)
		return
	}
	origin := route.Origin(r)
	id, t, err := e.router.Bearer(r, Resource(origin))
	if err != nil {
		e.challenge(w, r, err)
		return
	}
	if r.Method == http.MethodPost {
		body, err := e.read(w, r)
		if err != nil {
			wire.WriteFault(w, r, e.Log, err)
			return
		}
		if !e.permit(w, r, body, t.Scopes) {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	user := id.User()
	_ = http.NewResponseController(w).SetWriteDeadline(e.Now().Add(workTimeout))
	e.sdk.ServeHTTP(w, r.WithContext(mcp.For(r.Context(), mcp.Caller{UserID: user.ID, Private: user.Private, Scopes: t.Scopes, Origin: origin})))
}

// admit refuses what comes from another site, or calls us by another name: a page that a browser shows may have had
// its name point to this machine.
func (e *endpoint) admit(r *http.Request) error {
	origin := route.Origin(r)
	if from := r.Header.Get("Origin"); from != "" && !strings.EqualFold(from, origin) {
		return fault.New(fault.Forbidden, "Requests from pages of other sites are not answered here")
	}
	if !called(r.Host, e.router.PublicURL()) {
		return fault.New(fault.Forbidden, "This Engram is not called by that name. Use the address in ENGRAM_PUBLIC_URL, and have a proxy pass the Host header on.")
	}
	return nil
}

// read reads the body within its limits.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(e.Now().Add(bodyTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	_ = control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, fault.New(fault.TooLarge, "A request holds at most 2 MB")
	case err != nil:
		return nil, fault.New(fault.Invalid, "The request did not arrive in full")
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
		return nil, fault.New(fault.Invalid, "Please send one message at a time: batches are no part of the revisions that are spoken here")
	}
	return body, nil
}

// permit reports whether the scopes of a token suffice for a message, and answers if not.
func (e *endpoint) permit(w http.ResponseWriter, r *http.Request, body []byte, scopes token.Scopes) bool {
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &message) // the SDK words what is wrong with it
	needed := token.Scope("")
	switch message.Method {
	case "tools/call":
		needed = mcp.ScopeOf(message.Params.Name)
	case "resources/read":
		needed = token.Read
	case listenMethod:
		refuseListening(w, message.ID)
		return false
	}
	if needed == "" || scopes.Has(needed) {
		return true
	}
	all := token.Scopes(slices.DeleteFunc(slices.Clone(token.AllScopes), func(s token.Scope) bool { return s != needed && !scopes.Has(s) }))
	w.Header().Set("WWW-Authenticate", e.header(route.Origin(r), "insufficient_scope", mcp.Lacks(needed), all))
	wire.WriteJSON(w, http.StatusForbidden, &wire.Error{Message: mcp.Lacks(needed)})
	return false
}

// refuseListening answers a subscription, which would hold a connection on which nothing is ever sent.
func refuseListening(w http.ResponseWriter, id json.RawMessage) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	wire.WriteJSON(w, http.StatusNotFound, map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": -32601, "message": "Nothing here changes that could be listened for"},
	})
}

// challenge answers a request without a valid token, and says where one is got.
func (e *endpoint) challenge(w http.ResponseWriter, r *http.Request, err error) {
	if fault.KindOf(err) == fault.Unauthenticated {
		code, words := "", ""
		if f := (*fault.Error)(nil); r.Header.Get("Authorization") != "" && errors.As(err, &f) {
			code, words = "invalid_token", f.Message
		}
		w.Header().Set("WWW-Authenticate", e.header(route.Origin(r), code, words, usual))
	}
	wire.WriteFault(w, r, e.Log, err)
}

// usual are the scopes that the tools need.
var usual = token.Scopes{token.Read, token.Ask, token.Save, token.Edit}

// header returns a challenge of RFC 6750 with the address of RFC 9728.
func (e *endpoint) header(origin, code, words string, scopes token.Scopes) string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf("%s=%q", name, strings.ReplaceAll(value, `"`, "'")))
		}
	}
	add("error", code)
	add("error_description", words)
	add("scope", scopes.String())
	if e.Metadata != nil {
		add("resource_metadata", e.Metadata(origin))
	}
	return "Bearer " + strings.Join(parts, ", ")
}
