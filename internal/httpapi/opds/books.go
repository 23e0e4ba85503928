package opds

import (
	"log/slog"
	"net/http"
	"time"

	"engram/internal/epub"
	"engram/internal/httpapi/route"
	"engram/internal/memory"
)

const (
	// booksAtOnce is the number of books that are written at once: each holds a part of a text in memory.
	booksAtOnce = 4
)

// Books serves memories as books.
type Books struct {
	writer  *epub.Service
	log     *slog.Logger
	now     func() time.Time
	writing chan struct{} // semaphore
}

// NewBooks returns Books.
func NewBooks(writer *epub.Service, log *slog.Logger, now func() time.Time) *Books {
	return &Books{writer: writer, log: log, now: now, writing: make(chan struct{}, booksAtOnce)}
}

// Serve answers with a memory as a book, while it is made. An error before its first bytes is returned; a later one breaks
// the connection off, so that a part never looks complete.
func (b *Books) Serve(w http.ResponseWriter, r *http.Request, m memory.Memory) error {
	out := route.NewDownload(w, b.now, epub.MediaType, epub.FileName(m))
	if r.Method == http.MethodHead {
		out.Begin()
		return nil
	}
	select {
	case b.writing <- struct{}{}:
		defer func() { <-b.writing }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	return out.End(b.writer.Write(r.Context(), m, out), b.log, "a book")
}
