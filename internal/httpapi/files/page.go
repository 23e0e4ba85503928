package files

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
)

const (
	arrival    = 10 * time.Minute // for a whole page to arrive
	drainBytes = 64 << 20         // read of a rejected page, so that the client sees the response
	maxAddress = 8 << 10          // bytes
)

// WirePage is a page that was saved.
type WirePage struct {
	ID            string `json:"id" doc:"Of the memory."`
	URL           string `json:"url"`
	AlreadyExists bool   `json:"alreadyExists" doc:"The address was known: its memory has the page now, unless that was to be skipped."`
	Message       string `json:"message"`
}

// modes lists the values of ifexists: whether the memory of a known address gets the page, and
// whether it keeps the earlier one.
var modes = map[string]struct{ skip, keep bool }{
	"": {}, "overwrite": {}, "overwrite-recrawl": {}, "append": {keep: true}, "append-recrawl": {keep: true}, "skip": {skip: true},
}

// savedPages registers the forms of SingleFile, as other programs take them. Bodies are streamed,
// without huma, so the contract is written by hand.
func (p Parts) savedPages(r *route.Router) {
	for _, form := range []struct{ route, id string }{
		{"POST /api/v1/bookmarks/singlefile", "save-page"}, {"POST /api/bookmarks/singlefile/", "save-page-snapshot"},
	} {
		op := r.Operation(form.route, 0, "Save a page as the browser shows it, as SingleFile sends it", []int{400, 401, 413, 415, 429, 503})
		op.OperationID = form.id
		op.Parameters = []*huma.Param{{Name: "ifexists", In: "query", Description: "What becomes of the page that a known address has: append keeps it as a file, skip changes nothing.",
			Schema: &huma.Schema{Type: "string", Enum: []any{"skip", "overwrite", "overwrite-recrawl", "append", "append-recrawl"}}}}
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: &huma.Schema{Type: "object", Required: []string{"url", "file"}, Properties: map[string]*huma.Schema{
				"url": {Type: "string", Description: "The address of the page."}, "file": {Type: "string", Format: "binary", Description: "The page as one HTML file."},
			}}},
		}}
		answer := &huma.Response{Description: "Saved", Content: r.JSON(reflect.TypeFor[WirePage]())}
		op.Responses["200"], op.Responses["201"] = answer, answer
		r.Handle(op, p.savePage)
	}
}

func (p Parts) savePage(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	mode, known := modes[strings.ToLower(r.URL.Query().Get("ifexists"))]
	if !known {
		return fault.New(fault.Invalid, "ifexists is skip, overwrite or append")
	}
	_ = http.NewResponseController(w).SetReadDeadline(p.Now().Add(arrival)) // not every connection has deadlines
	address, file, err := p.receive(r, id)
	ctx, userID := r.Context(), id.User().ID
	if file != "" {
		defer p.discard(context.WithoutCancel(ctx), userID, file) // where no memory took it
	}
	if err != nil {
		_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
		return err
	}
	draft := memory.Draft{Kind: memory.Link, Link: address, Page: file, IfNew: true}
	saved, err := p.Memories.Add(ctx, userID, p.Plans, draft)
	if err != nil {
		return err
	}
	status, out := http.StatusCreated, WirePage{ID: saved.Memory.ID, URL: saved.Memory.URL, Message: "Page saved"}
	if out.AlreadyExists = saved.Before.ID != ""; out.AlreadyExists {
		status = http.StatusOK
		if !mode.skip {
			err = p.Uploads.SavePage(ctx, userID, saved.Before.ID, file, mode.keep)
		}
	}
	if err == nil {
		wire.WriteJSON(w, status, out)
	}
	return err
}

// discard removes a page that nothing claimed. If that fails, it goes within a day.
func (p Parts) discard(ctx context.Context, userID, file string) {
	if err := p.Uploads.Discard(ctx, userID, file); err != nil {
		p.Log.Warn("a page that is not kept was not removed", "user", userID, "upload", file, "error", err)
	}
}

// receive reads the form, its fields in any order, and returns the address and the upload's ID.
func (p Parts) receive(r *http.Request, id account.Identity) (address, file string, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return "", "", fault.Wrap(fault.Invalid, "Please send the page as a form with the fields url and file", err)
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", file, fault.Wrap(fault.Invalid, "The page did not arrive whole. Please try again.", err)
		}
		switch part.FormName() {
		case "url":
			text, err := io.ReadAll(io.LimitReader(part, maxAddress))
			if err != nil {
				return "", file, fault.Wrap(fault.Invalid, "The page did not arrive whole. Please try again.", err)
			}
			address = strings.TrimSpace(string(text))
		case "file":
			if file != "" {
				return "", file, fault.New(fault.Invalid, "Please send one page at a time")
			}
			if file, err = p.accept(r, id, part); err != nil {
				return "", file, err
			}
		}
	}
	if address == "" || file == "" {
		return "", file, fault.New(fault.Invalid, "Please send the page as a form with the fields url and file")
	}
	return address, file, nil
}

// accept stores the page and returns the upload's ID.
func (p Parts) accept(r *http.Request, id account.Identity, part *multipart.Part) (string, error) {
	name := part.FileName()
	if !strings.HasSuffix(strings.ToLower(name), ".html") {
		name += ".html"
	}
	u, err := p.Uploads.Accept(r.Context(), id.User().ID, p.Plans.For(id.User().Plan), name, part)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fault.Wrap(fault.Invalid, "The page did not arrive whole. Please try again.", err)
	}
	if err != nil {
		return "", err
	}
	return u.ID, p.Uploads.Page(r.Context(), u.UserID, u.ID)
}
