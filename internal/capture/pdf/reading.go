package pdf

import (
	"encoding/json"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"engram/internal/plaintext"
)

const (
	maxPicture     = 1 << 20 // bytes of the first page's picture
	maxPagesStated = 1 << 20 // that a PDF may say it has
)

// The stages of a child, by which its use of the processors is judged.
const (
	starting = iota
	paging
	picturing
)

// reading is what a child said about one piece of a PDF. Nothing of it is trusted: a hostile file may have taken the child
// over.
type reading struct {
	maxPages int
	ready    bool
	about    about
	pages    []pageText
	lost     []int // pages that PDFium could not read
	text     int   // bytes of pages
	read     bool  // all text of the piece was said
	picture  []byte
	failure  pdfFailure
	done     bool
	late     bool          // the caller's time ended it
	died     error         // how the child ended, for the log
	spent    time.Duration // of the processors

	at, stage   atomic.Int64 // the last page that was said, and what comes after
	onPage      atomic.Int64 // nanoseconds of the processors since then
	spun, slept atomic.Bool  // why the watch killed it
}

// listen takes frames in until the child has said its last, or something that is no frame.
func (g *reading) listen(r io.Reader) {
	frames := json.NewDecoder(r)
	for !g.done && g.failure == "" {
		var f frame
		if frames.Decode(&f) != nil {
			return
		}
		g.take(f)
	}
}

func (g *reading) take(f frame) {
	g.ready, g.read = g.ready || f.Ready, g.read || f.Read
	g.done, g.failure = f.Done, f.Failure
	if f.About != nil {
		g.about = *f.About
		g.about.Pages = min(max(g.about.Pages, 0), maxPagesStated)
	}
	if n := len(f.Picture); n > 0 && n <= maxPicture {
		g.picture = f.Picture
	}
	if f.Page != nil && !g.read {
		g.takePage(cleanPage(*f.Page))
	}
	switch {
	case g.read:
		g.stage.Store(picturing)
	case g.ready:
		g.stage.Store(paging)
	}
}

// takePage keeps a page that comes after the one before.
func (g *reading) takePage(page pageText) {
	if page.Number <= int(g.at.Load()) || page.Number > min(g.maxPages, g.about.Pages) {
		return
	}
	g.at.Store(int64(page.Number))
	if page.Lost {
		g.lost = append(g.lost, page.Number)
	}
	if whole := page.whole(); strings.TrimSpace(whole) != "" {
		g.pages = append(g.pages, page)
		g.text += len(whole)
	}
}

// cleanPage drops what has no place in text. A head or foot of too many lines becomes part of the text.
func cleanPage(p pageText) pageText {
	if len(p.Head) > maxEdge || len(p.Foot) > maxEdge {
		p.Head, p.Text, p.Foot = nil, p.whole(), nil
	}
	p.Text = plaintext.Clean(p.Text)
	for _, edge := range [][]string{p.Head, p.Foot} {
		for i := range edge {
			edge[i] = plaintext.Clean(edge[i])
		}
	}
	return p
}
