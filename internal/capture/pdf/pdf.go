// Package pdf reads PDFs, each piece in a child process that has given up its rights: the text of each page in the order of
// reading, what the file says of itself, and a picture of the first page.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"engram/internal/capture"
	"engram/internal/memory"
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

// Config says how PDFs are read. What is zero has the value that its comment names.
type Config struct {
	// Command starts a child that calls Serve, as in {"/usr/bin/engram", "read-pdf"}. CacheDir and the limits of a piece
	// are appended as its last arguments.
	Command []string
	// CacheDir keeps the compiled reader between children: 0.15 s instead of 2 s for each. Empty means no cache.
	CacheDir string
	// Concurrent is how many children may run at once: 2.
	Concurrent int

	// PieceTime and PiecePages end a piece, by the clock and by its pages, after 6 s and 1,000 of them. Where a piece ends
	// the next begins: they make no text shorter.
	PieceTime  time.Duration
	PiecePages int

	// PageCPU is how long the processors may work at one page before it counts as damaged: 10 s. MaxCPU is how long they
	// may for a whole PDF: 5 min.
	PageCPU, MaxCPU time.Duration
	// Stall is how long a child may neither work nor say anything: 10 s.
	Stall time.Duration
	// MaxPages is how many pages are read: 10,000. MaxText is how many bytes of text: 20 MB.
	MaxPages, MaxText int

	// Now is the time, by which a PDF's date is judged: time.Now.
	Now func() time.Time
}

// Reader reads PDFs, each piece in a child process of its own: what a hostile file does to its reader stays there. It is
// safe for concurrent use.
type Reader struct {
	cfg   Config
	slots capture.Slots
	meter func(pid int, started time.Time) time.Duration // what a child has used of the processors
}

var _ capture.FileReader = (*Reader)(nil)

// NewReader returns a reader of PDFs. It starts no process.
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
	return &Reader{cfg: cfg, slots: make(capture.Slots, cfg.Concurrent), meter: childTime}, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// ReadFile reads a piece of the text of r, a section for each page that has any, and with the first a picture of the first
// page. The piece ends at the limits of pages and time, at ctx's deadline, or at a page that can't be read, which the next
// leaves out; Document.Bookmark says where it goes on. A fault.Invalid says why nothing could be read of the whole. Beside the
// fault for a PDF without text stands a Document with what else is known. Too many at once are a capture.Busy. Any other error
// is that of r, of ctx or of starting the child.
func (p *Reader) ReadFile(ctx context.Context, r io.Reader, from memory.Bookmark) (capture.Document, error) {
	giveBack, err := p.slots.Acquire(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	file, err := spool(r)
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
		from = memory.Bookmark{} // it is another file by now
		if _, err = file.Seek(0, io.SeekStart); err == nil {
			got, err = p.run(ctx, file, from)
		}
	}
	if err != nil {
		return capture.Document{}, fmt.Errorf("pdf: read pdf: %w", err)
	}
	return got.document(p.cfg, from)
}

// goneOn is where a reading goes on: after its last page, with all the time there is where it had come to an end, and at
// the beginning where nothing is left.
func goneOn(r memory.Bookmark) memory.Bookmark {
	switch {
	case r.Page > 0 && !r.More():
		return memory.Bookmark{}
	case r.End:
		r.End, r.Spent, r.Stuck = false, 0, 0
	}
	return r
}

// spool copies r to a file without a name, in which the child can seek: a PDF's table of contents is at its end.
func spool(r io.Reader) (_ *os.File, err error) {
	f, err := os.CreateTemp("", "engram-pdf-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, r); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return f, err
}
