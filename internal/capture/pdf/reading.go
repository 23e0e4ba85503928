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
	maxPagesStated = 1 << 20 // maximum page count that is believed
)

// The stages of a child, each with its own limit of CPU time.
const (
	starting = iota
	paging
	picturing
)

// reading holds the frames of one piece. Nothing is trusted: a hostile file may control the child.
type reading struct {
	maxPages int
	ready    bool
	about    about
	pages    []pageText
	lost     []int // pages that PDFium could not read
	text     int   // bytes of pages
	read     bool  // all text of the piece was received
	picture  []byte
	failure  pdfFailure
	done     bool
	late     bool          // ended by the caller's deadline
	died     error         // the child's exit error, for the log
	spent    time.Duration // CPU time

	at, stage   atomic.Int64 // the last page received, and the stage after it
	onPage      atomic.Int64 // CPU time since then, in nanoseconds
	spun, slept atomic.Bool  // why the watchdog killed it
}

// listen reads frames until the last one or an invalid one.
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

// takePage adds a page that follows the previous one.
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

// cleanPage removes invalid characters. A header or footer that is too long becomes part of the
// text.
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
