// Package wallabag serves what is saved as wallabag's API does, as far as its apps on phones and e-readers need it
// (docs/wallabag.md).
package wallabag

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/capture"
	"engram/internal/entry"
	"engram/internal/fault"
	"engram/internal/httpapi/opds"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/token"
	"engram/internal/upload"
)

// version is the release of wallabag whose calls these are. Apps ask a later one for more than is served.
const version = "2.3.8"

// Parts are the dependencies of the calls.
type Parts struct {
	Entries  *entry.Service
	Memories *memory.Service
	Library  *library.Service
	Captures *capture.Service
	Links    *upload.Links
	Books    *opds.Books
	Plans    plan.Table
	Log      *slog.Logger
	Now      func() time.Time
}

type calls struct {
	Parts
	router *route.Router
}

// Register adds the calls. Each stands under its path with .json and without.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	c := &calls{Parts: p, router: r}
	mux.HandleFunc("POST /oauth/v2/token", c.open(c.token))
	for _, end := range []string{"", ".json"} {
		mux.HandleFunc("GET /api/version"+end, c.open(c.version))
		mux.HandleFunc("GET /api/info"+end, c.open(c.info))
		mux.HandleFunc("GET /api/entries"+end, c.with(token.Read, c.list))
		mux.HandleFunc("POST /api/entries"+end, c.with(token.Save, c.save))
		mux.HandleFunc("GET /api/entries/exists"+end, c.with(token.Read, c.exists))
		mux.HandleFunc("GET /api/entries/{id}/tags"+end, c.with(token.Read, c.tagsOfEntry))
		mux.HandleFunc("POST /api/entries/{id}/tags"+end, c.with(token.Edit, c.addTags))
		mux.HandleFunc("PATCH /api/entries/{id}/reload"+end, c.with(token.Edit, c.reload))
		mux.HandleFunc("GET /api/tags"+end, c.with(token.Read, c.tags))
	}
	mux.HandleFunc("GET /api/entries/{id}", c.with(token.Read, c.get))
	mux.HandleFunc("PATCH /api/entries/{id}", c.with(token.Edit, c.change))
	mux.HandleFunc("DELETE /api/entries/{id}", c.with(token.Edit, c.delete))
	mux.HandleFunc("GET /api/entries/{id}/export.epub", c.with(token.Read, c.export))
	mux.HandleFunc("DELETE /api/entries/{id}/tags/{tag}", c.with(token.Edit, c.removeTag))
	mux.HandleFunc("GET /api/annotations/{id}", c.with(token.Read, c.annotations))
}

// caller is the user of a request, and what their token may do.
type caller struct {
	account.Identity
	scopes token.Scopes
}

func (c caller) userID() string { return c.User().ID }

// open answers anyone.
func (c *calls) open(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(c.Now().Add(route.AnswerTimeout)) // not every connection has deadlines
		w.Header().Set("Cache-Control", "no-store")
		if err := handle(w, r); err != nil {
			c.fail(w, r, err)
		}
	}
}

// with answers the holder of an API token with a scope.
func (c *calls) with(scope token.Scope, handle func(http.ResponseWriter, *http.Request, caller) error) http.HandlerFunc {
	return c.open(func(w http.ResponseWriter, r *http.Request) error {
		id, t, err := c.router.Bearer(r, "")
		switch {
		case fault.KindOf(err) == fault.Unauthenticated:
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			return err
		case err != nil:
			return err
		case !t.Scopes.Has(scope):
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+string(scope)+`"`)
			return fault.New(fault.Forbidden, "This token may not do this: it needs the scope \""+string(scope)+"\"")
		}
		return handle(w, r, caller{id, t.Scopes})
	})
}

// failure is an error as apps of wallabag know it, and as ours do.
type failure struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	Message     string `json:"message"`
}

// errorNames are the names that OAuth gives to errors, which apps look at.
var errorNames = map[int]string{
	http.StatusBadRequest: "invalid_request", http.StatusUnauthorized: "invalid_grant", http.StatusForbidden: "insufficient_scope", http.StatusNotFound: "not_found",
}

func (c *calls) fail(w http.ResponseWriter, r *http.Request, err error) {
	travels := wire.ToHTTP(r.Context(), c.Log, err)
	var withHeaders interface{ GetHeaders() http.Header }
	if errors.As(travels, &withHeaders) {
		for name, values := range withHeaders.GetHeaders() {
			w.Header()[name] = values
		}
	}
	var body *wire.Error
	errors.As(travels, &body)
	name := errorNames[body.Status]
	if name == "" {
		name = "error"
	}
	wire.WriteJSON(w, body.Status, failure{name, body.Message, body.Message})
}

func (c *calls) version(w http.ResponseWriter, _ *http.Request) error {
	wire.WriteJSON(w, http.StatusOK, version)
	return nil
}

func (c *calls) info(w http.ResponseWriter, _ *http.Request) error {
	wire.WriteJSON(w, http.StatusOK, map[string]any{"appname": "wallabag", "version": version, "allowed_registration": false})
	return nil
}

// session is an answer of OAuth.
type session struct {
	Access  string  `json:"access_token"`
	Expires int     `json:"expires_in"`
	Type    string  `json:"token_type"`
	Scope   *string `json:"scope"`
	Refresh string  `json:"refresh_token"`
}

// sessionSeconds is the time after which apps ask for a session again.
const sessionSeconds = 3600

// token answers with the API token that an app sent as a password, which it then sends with each call. So what it may do, and
// that it may no longer, is the token's; client ids say nothing.
func (c *calls) token(w http.ResponseWriter, r *http.Request) error {
	form, err := read(w, r)
	if err != nil {
		return err
	}
	secret := ""
	switch form.Get("grant_type") {
	case "password":
		secret = strings.TrimSpace(form.Get("password"))
		_, err = c.router.Password(r.Context(), form.Get("username"), secret, token.Read)
	case "refresh_token":
		secret = strings.TrimSpace(form.Get("refresh_token"))
		_, err = c.router.Holder(r.Context(), secret, token.Read)
	default:
		err = fault.New(fault.Invalid, "A session is opened by the grant password, with an API token as the password, or by refresh_token")
	}
	if err != nil {
		return err
	}
	wire.WriteJSON(w, http.StatusOK, session{Access: secret, Expires: sessionSeconds, Type: "bearer", Refresh: secret})
	return nil
}

// numbered returns the id of the memory that a path names by its number.
func (c *calls) numbered(r *http.Request, who caller) (string, error) {
	number, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("id"), ".json"))
	if err != nil || number < 1 {
		return "", fault.New(fault.NotFound, "There is no such entry")
	}
	return c.Entries.MemoryOf(r.Context(), who.userID(), number)
}

// annotations answers with none: highlights have no places that apps of wallabag know.
func (c *calls) annotations(w http.ResponseWriter, r *http.Request, who caller) error {
	if _, err := c.numbered(r, who); err != nil {
		return err
	}
	wire.WriteJSON(w, http.StatusOK, map[string]any{"total": 0, "rows": []string{}})
	return nil
}

// export answers with an entry as a book.
func (c *calls) export(w http.ResponseWriter, r *http.Request, who caller) error {
	m, err := c.memory(r, who)
	if err != nil {
		return err
	}
	return c.Books.Serve(w, r, m)
}

func (c *calls) memory(r *http.Request, who caller) (memory.Memory, error) {
	id, err := c.numbered(r, who)
	if err != nil {
		return memory.Memory{}, err
	}
	return c.Memories.Get(r.Context(), who.userID(), id)
}
