// Package leaving is the calls by which a user takes along what was saved, or leaves for good.
package leaving

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/deletion"
	"engram/internal/export"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/upload"
)

const (
	// linkWindow makes a link good for beginning a download within 10 to 20 minutes.
	linkWindow = 10 * time.Minute
	// linkPath begins the path of an export's link: + user id + / + file name.
	linkPath = "/api/exports/"
	// exportsAtOnce is the number of exports that are written at once.
	exportsAtOnce = 4
)

// Parts are the dependencies of the calls.
type Parts struct {
	Exports   *export.Service
	Deletions *deletion.Service
	Links     *upload.Links
	Audit     *audit.Service
	Log       *slog.Logger
	Now       func() time.Time
}

type calls struct {
	Parts
	writing slots
}

// Register adds the calls of the signed-in user, and that of the holder of a signed link.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	c := &calls{Parts: p, writing: slots{users: map[string]bool{}}}
	op := r.Operation("GET /api/v1/export", 0, "Everything of the caller's: an archive, or what other programs read", []int{400, 401, 429})
	op.Parameters = []*huma.Param{{
		Name: "format", In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"zip", "html", "csv"}},
		Description: "zip, the default: the archive of docs/export.md; html: bookmarks; csv: a table.",
	}}
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{}}
	for _, f := range export.Formats {
		op.Responses["200"].Content[strings.Split(f.MediaType, ";")[0]] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	r.Stream(op, c.export)
	route.SignedIn(r, "POST /api/v1/export/link", route.SmallBody, "An address that a browser downloads an export from, soon", c.link, 400)
	route.SignedIn(r, "DELETE /api/v1/account", route.SmallBody, "Delete the account with all that belongs to it, within the hour", c.delete, 400, 403, 409, 429)
	mux.HandleFunc("GET "+linkPath+"{user}/{file}", c.download)
}

func (c *calls) export(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	format, err := export.FormatOf(r.URL.Query().Get("format"))
	if err != nil {
		return err
	}
	exports := c.Exports
	if id.ByProgram() {
		exports = exports.ForPrograms()
	}
	return c.write(w, r, exports, id.User().ID, format, c.Exports.FileName(id.User().Username, format))
}

type linkInput struct {
	Body struct {
		Format string `json:"format,omitempty" enum:"zip,html,csv" doc:"As of GET export."`
	}
}

type linkOutput struct {
	Body struct {
		URL string `json:"url" doc:"It needs no token, begins a download for some minutes, and ends with the session."`
	}
}

func (c *calls) link(ctx context.Context, id account.Identity, in *linkInput) (*linkOutput, error) {
	format, err := export.FormatOf(in.Body.Format)
	if err != nil {
		return nil, err
	}
	path := linkPath + id.User().ID + "/" + c.Exports.FileName(id.User().Username, format)
	out := &linkOutput{}
	out.Body.URL = route.OriginOf(ctx) + c.Links.Sign(upload.Link{Path: path, Session: id.SessionID(), Window: linkWindow})
	return out, nil
}

func (c *calls) download(w http.ResponseWriter, r *http.Request) {
	userID, name := r.PathValue("user"), r.PathValue("file")
	err := c.Links.Check(r.Context(), userID, r.URL)
	if fault.KindOf(err) == fault.Forbidden {
		err = fault.New(fault.Forbidden, "This link has ended. Please begin the export again.")
	}
	if err == nil {
		var format export.Format
		if format, err = export.FormatOf(name[strings.LastIndexByte(name, '.')+1:]); err == nil {
			err = c.write(w, r, c.Exports, userID, format, name)
		}
	}
	if err != nil {
		wire.WriteFault(w, r, c.Log, err)
	}
}

// write writes an export, and notes it for its user. An error before its first bytes is returned; a later one breaks the
// connection off, so that a part never looks complete.
func (c *calls) write(w http.ResponseWriter, r *http.Request, exports *export.Service, userID string, f export.Format, name string) error {
	release, err := c.writing.take(userID)
	if err != nil {
		return err
	}
	defer release()
	out := route.NewDownload(w, c.Now, f.MediaType, name)
	if r.Method == http.MethodHead {
		out.Begin()
		return nil
	}
	if err := c.Audit.Note(r.Context(), userID, audit.Exported, f.Name); err != nil {
		return err
	}
	return out.End(exports.WriteAs(r.Context(), userID, f, out), c.Log, "an export")
}

// slots let each user have one export written at a time, and some users at once.
type slots struct {
	mu    sync.Mutex
	users map[string]bool
}

// has reports whether an export of a user is being written.
func (s *slots) has(userID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.users[userID]
}

func (s *slots) take(userID string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.users[userID]:
		return nil, &fault.Error{Kind: fault.Limit, Message: "An export of yours is being written. Please wait until it is done.", RetryAfter: time.Minute}
	case len(s.users) == exportsAtOnce:
		return nil, &fault.Error{Kind: fault.Limit, Message: "Others are exporting right now. Please try again in a minute.", RetryAfter: time.Minute}
	}
	s.users[userID] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.users, userID)
	}, nil
}
