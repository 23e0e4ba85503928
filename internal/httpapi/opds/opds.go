// Package opds serves what is saved as a catalog for e-readers, by OPDS 1.2: lists, a search, and books.
package opds

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"engram/internal/account"
	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/token"
	"engram/internal/upload"
)

// Path is the path of the catalog.
const Path = "/opds"

// Finder searches.
type Finder interface {
	// Find returns the memories that match the query, best first.
	Find(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error)
}

// Parts are the dependencies of the catalog.
type Parts struct {
	Memories *memory.Service
	Filters  *filter.Service
	Library  *library.Service
	Uploads  *upload.Service
	Finder   Finder
	Blobs    blob.Store
	Books    *Books
	Log      *slog.Logger
	Now      func() time.Time
}

type catalog struct {
	Parts
	router *route.Router
}

// Register adds the catalog.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	c := &catalog{Parts: p, router: r}
	for path, handle := range map[string]handler{
		"":                   c.root,
		"/tags":              c.tags,
		"/memories":          c.memories,
		"/search.xml":        c.description,
		"/books/{id}/{name}": c.book,
		"/files/{id}/{name}": c.file,
		"/covers/{id}":       c.cover,
		"/{rest...}":         missing,
	} {
		mux.HandleFunc("GET "+Path+path, c.signedIn(handle))
	}
}

// handler answers a request of a user.
type handler func(w http.ResponseWriter, r *http.Request, id account.Identity) error

// signedIn lets a handler answer requests with a username and an API token that may read.
func (c *catalog) signedIn(handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "private, no-cache")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
		_ = http.NewResponseController(w).SetWriteDeadline(c.Now().Add(route.AnswerTimeout)) // not every connection has deadlines
		id, err := c.router.Basic(r, token.Read)
		if fault.KindOf(err) == fault.Unauthenticated {
			h.Set("WWW-Authenticate", `Basic realm="Engram", charset="UTF-8"`)
		}
		if err == nil {
			err = handle(w, r, id)
		}
		if err != nil {
			wire.WriteFault(w, r, c.Log, err)
		}
	}
}

func missing(http.ResponseWriter, *http.Request, account.Identity) error {
	return fault.New(fault.NotFound, "The catalog has no such page")
}

// book answers with a memory as a book.
func (c *catalog) book(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	m, err := c.Memories.Get(r.Context(), id.User().ID, r.PathValue("id"))
	if err != nil {
		return err
	}
	return c.Books.Serve(w, r, m)
}

// file answers with the file of a document as it was uploaded.
func (c *catalog) file(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	m, err := c.Memories.Get(r.Context(), id.User().ID, r.PathValue("id"))
	if err != nil {
		return err
	}
	if m.Kind != memory.Document {
		return fault.New(fault.NotFound, "This document does not exist")
	}
	file, err := c.Uploads.OpenOwn(r.Context(), id.User().ID, m.UploadID)
	if err != nil {
		return err
	}
	defer file.Close()
	_ = http.NewResponseController(w).SetWriteDeadline(c.Now().Add(fileTimeout))
	w.Header().Set("Content-Type", file.MediaType())
	w.Header().Set("Content-Disposition", file.Disposition())
	http.ServeContent(w, r, "", file.Modified, file)
	return nil
}

// fileTimeout is the time for an e-reader to take a file.
const fileTimeout = 10 * time.Minute

// cover answers with the picture of a memory.
func (c *catalog) cover(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	m, err := c.Memories.Get(r.Context(), id.User().ID, r.PathValue("id"))
	if err != nil {
		return err
	}
	none := fault.New(fault.NotFound, "This memory has no picture")
	if m.ImageKey == "" {
		return none
	}
	object, err := c.Blobs.Open(r.Context(), m.ImageKey)
	if err != nil {
		return fault.Wrap(fault.NotFound, none.Message, err)
	}
	defer object.Close()
	w.Header().Set("Content-Type", "image/jpeg")
	http.ServeContent(w, r, "", object.Modified, object)
	return nil
}

// fileOf returns the format of a document that e-readers open as it is; nil for all else.
func (c *catalog) fileOf(ctx context.Context, m memory.Memory) *filetype.Type {
	if m.Kind != memory.Document {
		return nil
	}
	format, err := c.Uploads.Format(ctx, m.UserID, m.UploadID)
	if err != nil || format != filetype.EPUB && format != filetype.PDF {
		return nil
	}
	return format
}
