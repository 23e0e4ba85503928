// Package pdf reads PDFs, piece by piece in sandboxed child processes: the text of each page in
// reading order, metadata, and a picture of the first page.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"engram/internal/capture"
	"engram/internal/memory"
	"engram/internal/pdfium"
)

const (
	defaultPDFConcurrent = 2
	defaultPieceTime     = 6 * time.Second
	defaultPiecePages    = 1000
	defaultMaxPages      = 10_000
	defaultMaxText       = 20 << 20
	defaultPageCPU       = 10 * time.Second
	defaultMaxCPU        = 5 * time.Minute
	defaultStall         = 10 * time.Second
)

// Config configures a Reader. Zero fields have the defaults in their comments.
type Config struct {
	// Command starts a child that calls Serve, such as {"/usr/bin/engram", "read-pdf"}. CacheDir
	// and limits are appended.
	Command []string
	// CacheDir caches the compiled PDFium: a start takes 0.15 s instead of 2 s. Empty means no
	// cache.
	CacheDir string
	// Concurrent is the maximum number of children: 2.
	Concurrent int

	// PieceTime and PiecePages end a piece, after 6 s of wall time or 1,000 pages. The next piece
	// continues there, so no text is lost.
	PieceTime  time.Duration
	PiecePages int

	// PageCPU is the CPU time after which a page counts as damaged: 10 s. MaxCPU is that of a whole
	// PDF: 5 min.
	PageCPU, MaxCPU time.Duration
	// Stall is the maximum time in which a child neither uses CPU time nor sends a frame: 10 s.
	Stall time.Duration
	// MaxPages and MaxText limit what is read of a PDF: 10,000 pages and 20 MB of text.
	MaxPages, MaxText int

	// Now is the clock that a PDF's date is compared with: time.Now.
	Now func() time.Time
}

// Reader reads PDFs. It runs each piece in a child process, so that a hostile file can't harm this
// one. It is safe for concurrent use.
type Reader struct {
	cfg   Config
	slots capture.Slots
	meter func(pid int, started time.Time) time.Duration // returns a child's CPU time
}

var _ capture.FileReader = (*Reader)(nil)

// NewReader returns a Reader. It starts no process.
func NewReader(cfg Config) (*Reader, error) {
	if len(cfg.Command) == 0 {
		return nil, errors.New("pdf: no command to read a PDF with")
	}
	orDefault(&cfg.Concurrent, defaultPDFConcurrent)
	orDefault(&cfg.PieceTime, defaultPieceTime)
	orDefault(&cfg.PiecePages, defaultPiecePages)
	orDefault(&cfg.MaxPages, defaultMaxPages)
	orDefault(&cfg.MaxText, defaultMaxText)
	orDefault(&cfg.PageCPU, defaultPageCPU)
	orDefault(&cfg.MaxCPU, defaultMaxCPU)
	orDefault(&cfg.Stall, defaultStall)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Reader{cfg: cfg, slots: make(capture.Slots, cfg.Concurrent), meter: pdfium.CPUTime}, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// ReadFile returns a section per page with text, and with the first piece a picture of the first
// page. The piece ends at the limits of pages and time, at ctx's deadline, or at an unreadable
// page, which the next piece skips; Document.Bookmark says where that begins. It returns a
// fault.Invalid if nothing could be read, with the metadata for a PDF without text, and a
// capture.Busy if too many are being read. Other errors are those of r, ctx or starting the child.
func (p *Reader) ReadFile(ctx context.Context, r io.ReadSeeker, from memory.Bookmark) (capture.Document, error) {
	giveBack, err := p.slots.Acquire(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	file, err := pdfium.Spool(r)
	if err != nil {
		return capture.Document{}, fmt.Errorf("pdf: keep pdf aside: %w", err)
	}
	defer file.Close()
	from = goneOn(from)
	if why(p.cfg, from) != "" {
		from.End = true
		return capture.Document{Bookmark: from, Append: true, Remark: missing(p.cfg, from)}, nil
	}
	got, err := p.run(ctx, file, from)
	if err == nil && from.Page > 0 && got.about.Pages != from.Pages && got.failure == "" && got.about.Pages > 0 {
		from = memory.Bookmark{} // the file has changed
		if _, err = file.Seek(0, io.SeekStart); err == nil {
			got, err = p.run(ctx, file, from)
		}
	}
	if err != nil {
		return capture.Document{}, fmt.Errorf("pdf: read pdf: %w", err)
	}
	return got.document(p.cfg, from)
}

// goneOn returns where to continue: after the last page; with a fresh time budget if the reading
// had ended; at the beginning if no page is left.
func goneOn(r memory.Bookmark) memory.Bookmark {
	switch {
	case r.Page > 0 && !r.More():
		return memory.Bookmark{}
	case r.End:
		r.End, r.Spent, r.Stuck = false, 0, 0
	}
	return r
}
