// Package imports is the calls by which a user takes over what they saved in other programs.
package imports

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/imports"
	"engram/internal/sheet"
	"engram/internal/watch"
)

const (
	drainBytes = 64 << 20        // read of a rejected file, so that the client sees the response
	arrival    = time.Minute     // for some of the file to arrive
	maxName    = 1 << 10         // bytes
	inImport   = 100             // notes within an import
	onPage     = 200             // notes of a page
	inCSV      = 500             // notes that are read at once
	settling   = 2 * time.Minute // for the answer to be written after the file
)

// Parts are the dependencies of the calls.
type Parts struct {
	Imports *imports.Service
	Watched *watch.Service // nil: no folder is watched
	Log     *slog.Logger
	Now     func() time.Time
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	p.upload(r)
	route.SignedIn(r, "GET /api/v1/imports", 0, "The imports of the caller, newest first", p.list)
	route.SignedIn(r, "GET /api/v1/watched", 0, "What was put into the caller's watched folder and is not taken in", p.watched)
	route.SignedIn(r, "GET /api/v1/imports/{id}", 0, "An import: what its file holds, and how far it is", p.get, 404)
	route.SignedIn(r, "POST /api/v1/imports/{id}/start", route.SmallBody, "Save what the preview showed", p.act((*imports.Service).Start), 404, 409)
	route.SignedIn(r, "POST /api/v1/imports/{id}/cancel", route.SmallBody, "End an import; what it saved stays", p.act((*imports.Service).Cancel), 404, 409)
	route.SignedIn(r, "POST /api/v1/imports/{id}/undo", route.SmallBody, "Remove what an import saved and was not changed since", p.act((*imports.Service).Undo), 404, 409)
	route.SignedIn(r, "POST /api/v1/imports/{id}/retry", route.SmallBody, "Try again what failed, and fetch again what could not be fetched", p.act((*imports.Service).Retry), 404, 409)
	route.SignedIn(r, "GET /api/v1/imports/{id}/notes", 0, "What of an import could not be kept, and why", p.notes, 400, 404)
	route.SignedIn(r, "GET /api/v1/imports/{id}/notes.csv", 0, "The notes of an import as a file", p.notesFile(r), 404, 429)
	r.API.OpenAPI().Paths["/api/v1/imports/{id}/notes.csv"].Get.Responses["200"] = &huma.Response{
		Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	route.SignedIn(r, "DELETE /api/v1/imports/{id}", route.SmallBody, "Forget an import and its file; what it saved stays", p.forget, 404, 409)
}

// WireImport is an import.
type WireImport struct {
	ID         string             `json:"id"`
	Name       string             `json:"name" doc:"Of the file."`
	Size       int64              `json:"size" doc:"Of the file, in bytes."`
	Format     string             `json:"format" doc:"The format that was found in the file, such as netscape."`
	Status     string             `json:"status" enum:"reading,ready,running,cancelled,done,failed"`
	CreatedAt  time.Time          `json:"createdAt"`
	FinishedAt *time.Time         `json:"finishedAt" nullable:"true" doc:"Null while it is not over."`
	Found      int                `json:"found" doc:"Entries of the file. Each becomes existing, merged, saved, followed or failed."`
	Existing   int                `json:"existing" doc:"Saved before; they stay as they are. Before the start: how many there are."`
	Merged     int                `json:"merged" doc:"Entries for the same thing as an earlier one, to which their tags and highlights were added, and books that have grown, which joined the note of an earlier import."`
	Saved      int                `json:"saved"`
	Followed   int                `json:"followed" doc:"Feeds of the file that are followed since."`
	Failed     int                `json:"failed" doc:"Not saved; a note says why."`
	Position   int                `json:"position" doc:"Entries that are handled."`
	Message    string             `json:"message" doc:"To show; may be empty."`
	Notes      []WireImportNote   `json:"notes" nullable:"false" doc:"The first of what could not be kept. Empty in lists."`
	NoteCount  int                `json:"noteCount"`
	Preview    *WireImportPreview `json:"preview,omitempty" doc:"Absent until the file is read."`
	Fetching   int                `json:"fetching" doc:"Saved pages that wait for their turn to be fetched."`
	Unfetched  int                `json:"unfetched" doc:"Saved pages and files that could not be read."`
	Items      int                `json:"items" doc:"What it saved and an undo has still to look at."`
	Undoable   bool               `json:"undoable"`
	Undoing    bool               `json:"undoing" doc:"It is running to remove what it saved."`
	Retryable  bool               `json:"retryable" doc:"Some that failed can be tried again."`
	Undone     int                `json:"undone" doc:"Memories that an undo removed."`
	Unfollowed int                `json:"unfollowed" doc:"Feeds that an undo left again."`
	Kept       int                `json:"kept" doc:"Memories that an undo left, since they were changed after the import."`
}

// WireImportNote says of one entry what could not be kept.
type WireImportNote struct {
	Item    string `json:"item"`
	Message string `json:"message"`
}

// WireImportPreview says what a file holds.
type WireImportPreview struct {
	Kinds         []imports.KindCount `json:"kinds" nullable:"false"`
	Tags          int                 `json:"tags" doc:"Different tags, folders among them."`
	Highlights    int                 `json:"highlights"`
	Files         int                 `json:"files"`
	WithText      int                 `json:"withText" doc:"Entries whose text is in the file."`
	Starred       int                 `json:"starred"`
	Archived      int                 `json:"archived"`
	Unread        int                 `json:"unread"`
	Feeds         int                 `json:"feeds" doc:"Not followed yet."`
	Conversations int                 `json:"conversations" doc:"Of another Engram, that are not here yet; so are the kept filters."`
	Filters       int                 `json:"filters"`
	New           int                 `json:"new" doc:"Entries that are not saved yet, each once."`
	Merged        int                 `json:"merged" doc:"Entries that will be merged, see there."`
	Oldest        *time.Time          `json:"oldest" nullable:"true"`
	Newest        *time.Time          `json:"newest" nullable:"true"`
	Fits          *int                `json:"fits" nullable:"true" doc:"How many of the new ones the plan admits; null: all."`
	Lost          []imports.Loss      `json:"lost" nullable:"false" doc:"What can't be kept, and why."`
}

func previewOf(p *imports.Preview) *WireImportPreview {
	if p == nil {
		return nil
	}
	out := &WireImportPreview{
		Kinds: p.Kinds, Tags: p.Tags, Highlights: p.Highlights, Files: p.Files, WithText: p.WithText, Starred: p.Starred,
		Archived: p.Archived, Unread: p.Unread, Feeds: p.Feeds, Conversations: p.Conversations, Filters: p.Filters, New: p.New, Merged: p.Merged, Oldest: wire.Time(p.Oldest), Newest: wire.Time(p.Newest),
		Fits: p.Fits, Lost: p.Lost,
	}
	if out.Kinds == nil {
		out.Kinds = []imports.KindCount{}
	}
	if out.Lost == nil {
		out.Lost = []imports.Loss{}
	}
	return out
}

func wireOf(i imports.Import, notes []imports.Note) WireImport {
	status := i.Status
	if status == imports.Undoing {
		status = imports.Running
	}
	return WireImport{
		ID: i.ID, Name: i.Name, Size: i.Size, Format: i.Format, Status: string(status), CreatedAt: i.CreatedAt, FinishedAt: wire.Time(i.FinishedAt),
		Found: i.Found, Existing: i.Existing, Merged: i.Merged, Saved: i.Saved, Followed: i.Followed, Failed: i.Failed, Position: i.Position, Message: i.Message,
		Notes: notesOf(notes), NoteCount: i.Notes, Preview: previewOf(i.Preview), Fetching: i.Fetching, Unfetched: i.Unfetched, Items: i.Items, Undoable: i.Undoable(),
		Undoing: i.Status == imports.Undoing, Retryable: i.Retryable(), Undone: i.Undone, Unfollowed: i.Unfollowed, Kept: i.Kept,
	}
}

func notesOf(notes []imports.Note) []WireImportNote {
	out := make([]WireImportNote, len(notes))
	for i, n := range notes {
		out[i] = WireImportNote{n.Item, n.Message}
	}
	return out
}

type importInput struct {
	ID string `path:"id"`
}

type importOutput struct{ Body WireImport }

// whole returns an import with its first notes.
func (p Parts) whole(ctx context.Context, i imports.Import) (*importOutput, error) {
	notes, err := p.Imports.Notes(ctx, i.UserID, i.ID, 0, inImport)
	return &importOutput{wireOf(i, notes)}, err
}

func (p Parts) get(ctx context.Context, id account.Identity, in *importInput) (*importOutput, error) {
	i, err := p.Imports.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	return p.whole(ctx, i)
}

// act returns the call of an action on an import.
func (p Parts) act(
	do func(*imports.Service, context.Context, string, string) (imports.Import, error),
) func(context.Context, account.Identity, *importInput) (*importOutput, error) {
	return func(ctx context.Context, id account.Identity, in *importInput) (*importOutput, error) {
		i, err := do(p.Imports, ctx, id.User().ID, in.ID)
		if err != nil {
			return nil, err
		}
		return p.whole(ctx, i)
	}
}

type importsOutput struct {
	Body struct {
		Imports []WireImport `json:"imports" nullable:"false"`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*importsOutput, error) {
	all, err := p.Imports.List(ctx, id.User().ID)
	out := &importsOutput{}
	out.Body.Imports = make([]WireImport, len(all))
	for n, i := range all {
		out.Body.Imports[n] = wireOf(i, nil)
	}
	return out, err
}

func (p Parts) forget(ctx context.Context, id account.Identity, in *importInput) (*wire.MessageOutput, error) {
	return wire.Message("Import forgotten"), p.Imports.Forget(ctx, id.User().ID, in.ID)
}

type notesInput struct {
	ID     string `path:"id"`
	Cursor string `query:"cursor" doc:"The next of the page before."`
}

type importNotesOutput struct {
	Body struct {
		Notes []WireImportNote `json:"notes" nullable:"false"`
		Next  string           `json:"next,omitempty" doc:"Absent after the last page."`
	}
}

func (p Parts) notes(ctx context.Context, id account.Identity, in *notesInput) (*importNotesOutput, error) {
	after := int64(0)
	if in.Cursor != "" {
		var err error
		if after, err = strconv.ParseInt(in.Cursor, 10, 64); err != nil || after < 0 {
			return nil, fault.New(fault.Invalid, "Unknown cursor")
		}
	}
	found, err := p.Imports.Notes(ctx, id.User().ID, in.ID, after, onPage+1)
	out := &importNotesOutput{}
	if len(found) > onPage {
		found = found[:onPage]
		out.Body.Next = strconv.FormatInt(found[onPage-1].N, 10)
	}
	out.Body.Notes = notesOf(found)
	return out, err
}

// notesFile returns the call that writes all notes as CSV.
func (p Parts) notesFile(r *route.Router) func(context.Context, account.Identity, *importInput) (*huma.StreamResponse, error) {
	return func(ctx context.Context, id account.Identity, in *importInput) (*huma.StreamResponse, error) {
		if _, err := p.Imports.Get(ctx, id.User().ID, in.ID); err != nil {
			return nil, err
		}
		return r.InPieces(ctx, id, func(pieces *route.Pieces) error {
			pieces.As(sheet.MediaType)
			pieces.Named("engram-import-notes.csv")
			var line strings.Builder
			rows := sheet.NewWriter(&line)
			row := func(cells ...string) error {
				line.Reset()
				if err := errors.Join(rows.Row(cells...), rows.Flush()); err != nil {
					return err
				}
				pieces.Text(line.String())
				return pieces.Flush()
			}
			if err := row("Item", "Address", "Place", "Note"); err != nil {
				return err
			}
			for after := int64(0); ; {
				some, err := p.Imports.Notes(ctx, id.User().ID, in.ID, after, inCSV)
				if err != nil {
					return err
				}
				for _, n := range some {
					if err := row(n.Item, n.Address, n.Place, n.Message); err != nil {
						return err
					}
					after = n.N
				}
				if len(some) < inCSV {
					return nil
				}
			}
		}), nil
	}
}

// importReceived is the answer to a file.
type importReceived struct {
	ID string `json:"id" doc:"Of the import. Its preview follows."`
}

// upload registers the call that takes a file. Its body is streamed, without huma, so the contract is
// written by hand.
func (p Parts) upload(r *route.Router) {
	op := r.Operation("POST /api/v1/import", 0, "Take over a file of another program: bookmarks, notes, highlights", []int{400, 401, 413, 415, 429, 503})
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: "object", Required: []string{"file"}, Properties: map[string]*huma.Schema{
			"file": {Type: "string", Format: "binary", Description: "An export as the other program made it. Its format is found by its content."},
			"name": {Type: "string", Description: "What to call it, before the file; its own name when left out."},
		}}},
	}}
	op.Responses["202"] = &huma.Response{Description: "Accepted", Content: r.JSON(reflect.TypeFor[importReceived]())}
	r.Handle(op, p.receive)
}

func (p Parts) receive(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	body := &patient{ReadCloser: r.Body, control: http.NewResponseController(w), now: p.Now}
	r.Body = body
	i, err := p.take(r, id.User().ID)
	_ = body.control.SetWriteDeadline(p.Now().Add(settling)) // not every connection has deadlines
	switch {
	case err == nil:
		wire.WriteJSON(w, http.StatusAccepted, importReceived{i.ID})
		return nil
	case body.broken != nil || errors.Is(err, io.ErrUnexpectedEOF):
		return fault.Wrap(fault.Invalid, "The file did not arrive whole. Please try again.", err)
	}
	_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
	return err
}

// take reads the form up to its file.
func (p Parts) take(r *http.Request, userID string) (imports.Import, error) {
	missing := func(err error) error {
		return fault.Wrap(fault.Invalid, `Please send the file as the form field "file"`, err)
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return imports.Import{}, missing(err)
	}
	for name := ""; ; {
		part, err := parts.NextPart()
		if err != nil {
			return imports.Import{}, missing(err)
		}
		switch part.FormName() {
		case "name":
			text, err := io.ReadAll(io.LimitReader(part, maxName))
			if err != nil {
				return imports.Import{}, err
			}
			name = string(text)
		case "file":
			if name == "" {
				name = part.FileName()
			}
			return p.Imports.Receive(r.Context(), userID, name, part)
		}
	}
}

// patient is a body that may take long to arrive, as long as some of it does.
type patient struct {
	io.ReadCloser
	control *http.ResponseController
	now     func() time.Time
	until   time.Time
	broken  error // why the client's part failed
}

func (b *patient) Read(p []byte) (int, error) {
	if now := b.now(); b.until.Sub(now) < arrival/2 {
		b.until = now.Add(arrival)
		_ = b.control.SetReadDeadline(b.until) // not every connection has deadlines
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.broken = err
	}
	return n, err
}
