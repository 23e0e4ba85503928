// Package render draws the pages of PDFs and finds their words, in sandboxed child processes, each
// for one PDF.
package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"sync"
	"time"

	"engram/internal/facsimile"
	"engram/internal/pdfium"
	"engram/internal/plaintext"
)

const (
	quality      = 85 // of the JPEG
	defaultIdle  = 30 * time.Second
	defaultCPU   = 5 * time.Second
	defaultStall = 20 * time.Second
	maxUses      = 500 // of a child, which is then replaced
)

// Config configures a Renderer. Zero fields have the defaults in their comments.
type Config struct {
	// Command starts a child that calls Serve, such as {"/usr/bin/engram", "read-pdf", "draw"}.
	// CacheDir is appended.
	Command []string
	// CacheDir caches the compiled PDFium.
	CacheDir string
	// Children is the maximum number of child processes, which is also that of concurrent calls:
	// facsimile.Concurrent.
	Children int
	// Idle is the time after which an unused child ends: 30 s.
	Idle time.Duration
	// PageCPU is the CPU time after which a page counts as damaged: 5 s. Stall is that in wall
	// time, on a busy machine: 20 s.
	PageCPU, Stall time.Duration
}

// Renderer draws PDFs. A child keeps its PDF open for the next page. It is safe for concurrent use.
type Renderer struct {
	cfg    Config
	meter  func(pid int, started time.Time) time.Duration // returns a child's CPU time
	places chan struct{}

	mu     sync.Mutex
	idle   []*process // the last used at the end
	closed bool
}

var _ facsimile.Drawer = (*Renderer)(nil)

// New returns a Renderer. It starts no process.
func New(cfg Config) (*Renderer, error) {
	if len(cfg.Command) == 0 {
		return nil, errors.New("render: no command to draw a PDF with")
	}
	orDefault(&cfg.Children, facsimile.Concurrent)
	orDefault(&cfg.Idle, defaultIdle)
	orDefault(&cfg.PageCPU, defaultCPU)
	orDefault(&cfg.Stall, defaultStall)
	return &Renderer{cfg: cfg, meter: pdfium.CPUTime, places: make(chan struct{}, cfg.Children)}, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// Sizes is facsimile.Drawer's.
func (r *Renderer) Sizes(ctx context.Context, doc facsimile.Document) ([]facsimile.Size, error) {
	got, _, err := r.ask(ctx, doc, request{})
	return got.Sizes[:min(len(got.Sizes), facsimile.MaxPages)], err
}

// Draw is facsimile.Drawer's.
func (r *Renderer) Draw(ctx context.Context, doc facsimile.Document, page, width, height int) ([]byte, error) {
	_, pixels, err := r.ask(ctx, doc, request{page, width, height})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, picture(pixels, width, height), &jpeg.Options{Quality: quality})
	return out.Bytes(), err
}

// picture returns an image of pixels, which is gray if they all are: that is sharper and smaller.
func picture(pixels []byte, width, height int) image.Image {
	gray := make([]byte, width*height)
	for i := range gray {
		p := pixels[bytesPerPixel*i : bytesPerPixel*i+3]
		if p[0] != p[1] || p[1] != p[2] {
			return opaque(pixels, width, height)
		}
		gray[i] = p[0]
	}
	return &image.Gray{Pix: gray, Stride: width, Rect: image.Rect(0, 0, width, height)}
}

func opaque(pixels []byte, width, height int) image.Image {
	return &image.RGBA{Pix: pixels, Stride: bytesPerPixel * width, Rect: image.Rect(0, 0, width, height)}
}

// Words is facsimile.Drawer's.
func (r *Renderer) Words(ctx context.Context, doc facsimile.Document, page int, size facsimile.Size) ([]facsimile.Word, error) {
	got, _, err := r.ask(ctx, doc, request{Page: page})
	words := make([]facsimile.Word, 0, len(got.Words))
	for _, w := range got.Words[:min(len(got.Words), maxWords)] {
		if text := plaintext.Clean(w.Text); text != "" && w.isOnPage() {
			words = append(words, facsimile.Word{Text: text, Box: w.on(size), Ends: w.Ends})
		} else if w.Ends && len(words) > 0 {
			words[len(words)-1].Ends = true
		}
	}
	return words, err
}

// isOnPage reports whether a part of the word is on the page. The child may be hostile.
func (w word) isOnPage() bool {
	b := w.Box
	return b[0] < b[2] && b[1] < b[3] && b[0] < 1 && b[1] < 1 && b[2] > 0 && b[3] > 0 && len(w.Text) <= 4*(longWord+1)
}

// on returns the box of a word on a page of this size.
func (w word) on(size facsimile.Size) facsimile.Box {
	b := w.Box
	for i := range b {
		b[i] = min(max(b[i], 0), 1)
	}
	at := func(part, side float64) float64 { return math.Round(part*side*100) / 100 }
	return facsimile.Box{
		X: at(b[0], size.Width), Y: at(b[1], size.Height),
		Width: at(b[2]-b[0], size.Width), Height: at(b[3]-b[1], size.Height),
	}
}

// ask sends a request to a child that has the PDF open. A page that fails in a used child is tried
// in a new one, which no earlier page has harmed.
func (r *Renderer) ask(ctx context.Context, doc facsimile.Document, what request) (answer, []byte, error) {
	select {
	case r.places <- struct{}{}:
		defer func() { <-r.places }()
	case <-ctx.Done():
		return answer{}, nil, context.Cause(ctx)
	}
	if p := r.takeIdle(doc.ID); p != nil {
		got, pixels, err := r.askOf(ctx, p, what)
		if !errors.Is(err, facsimile.ErrDamaged) || ctx.Err() != nil {
			return got, pixels, err
		}
	}
	p, err := r.start(ctx, doc)
	if err != nil {
		return answer{}, nil, err
	}
	return r.askOf(ctx, p, what)
}

// askOf asks a child and keeps it for the next request, or ends it after an error.
func (r *Renderer) askOf(ctx context.Context, p *process, what request) (answer, []byte, error) {
	got, pixels, err := p.ask(ctx, what)
	if err != nil {
		p.end()
		return answer{}, nil, err
	}
	r.giveBack(p)
	return got, pixels, nil
}

// takeIdle returns the idle child of a PDF, if there is one, and ends others that would be too many
// with a new one.
func (r *Renderer) takeIdle(id string) *process {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.idle, func(p *process) bool { return p.document == id && p.alive() }); i >= 0 {
		p := r.idle[i]
		r.idle = slices.Delete(r.idle, i, i+1)
		p.expiry.Stop()
		return p
	}
	for len(r.idle) > 0 && len(r.idle)+len(r.places) > r.cfg.Children {
		r.idle[0].end()
		r.idle = r.idle[1:]
	}
	return nil
}

func (r *Renderer) giveBack(p *process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.uses++; r.closed || p.uses >= maxUses {
		p.end()
		return
	}
	r.idle = append(r.idle, p)
	p.expiry = time.AfterFunc(r.cfg.Idle, func() { r.drop(p) })
}

func (r *Renderer) drop(p *process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.Index(r.idle, p); i >= 0 {
		r.idle = slices.Delete(r.idle, i, i+1)
		p.end()
	}
}

// Forget is facsimile.Drawer's.
func (r *Renderer) Forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = slices.DeleteFunc(r.idle, func(p *process) bool {
		if p.document != id {
			return false
		}
		p.end()
		return true
	})
}

// Close ends all idle children; others end after their call.
func (r *Renderer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for _, p := range r.idle {
		p.end()
	}
	r.idle = nil
	return nil
}
