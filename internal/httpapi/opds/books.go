package opds

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"engram/internal/epub"
	"engram/internal/memory"
)

const (
	// booksAtOnce is the number of books that are written at once: each holds a part of a text in memory.
	booksAtOnce = 4
	// pieceTimeout is the time for a reader to take one piece.
	pieceTimeout = 30 * time.Second
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
	h := w.Header()
	out := &pieces{w: w, control: http.NewResponseController(w), now: b.now, begin: func() {
		h.Set("Content-Type", epub.MediaType)
		h.Set("Content-Disposition", `attachment; filename="`+epub.FileName(m)+`"`)
	}}
	if r.Method == http.MethodHead {
		out.begin()
		return nil
	}
	select {
	case b.writing <- struct{}{}:
		defer func() { <-b.writing }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	err := b.writer.Write(r.Context(), m, out)
	if err == nil || !out.begun {
		return err
	}
	if !errors.Is(err, context.Canceled) {
		b.log.Warn("a book broke off", "error", err)
	}
	panic(http.ErrAbortHandler)
}

// pieces gives the reader time for each piece.
type pieces struct {
	w       http.ResponseWriter
	control *http.ResponseController
	now     func() time.Time
	begin   func() // before the first
	begun   bool
}

func (p *pieces) Write(b []byte) (int, error) {
	if !p.begun {
		p.begin()
		p.begun = true
	}
	_ = p.control.SetWriteDeadline(p.now().Add(pieceTimeout)) // not every connection has deadlines
	return p.w.Write(b)
}
