package extract

import (
	"encoding/json"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	msgPassword = "This PDF is protected by a password."
	msgDamaged  = "This PDF is damaged and could not be read."
	msgNoText   = "This PDF holds no text (it may be a scan)."
	msgSlow     = "This PDF took too long to read."
)

const (
	maxPicture     = 1 << 20 // bytes of the first page's picture
	maxPagesStated = 1 << 20 // that a PDF may say it has
)

// reading is what a child said about one PDF. Nothing of it is trusted: a hostile file may have taken the child over.
type reading struct {
	maxPages int
	ready    bool
	about    about
	pages    []pageText
	read     bool // all text was said
	picture  []byte
	failure  pdfFailure
	done     bool
	slow     atomic.Bool // the clock ended it
	died     error       // how the child ended, for the log
}

// listen takes frames in until the child has said its last, or something that is no frame. It kills a child that is not
// ready, then not done, in time, and one that takes more than its share of that for the picture.
func (g *reading) listen(r io.Reader, timeout time.Duration, kill func()) {
	clock := time.AfterFunc(startTimeout, kill)
	defer func() { clock.Stop() }()
	frames := json.NewDecoder(r)
	for !g.done && g.failure == "" {
		var f frame
		if frames.Decode(&f) != nil {
			return
		}
		if f.Ready && !g.ready {
			clock.Stop()
			clock = time.AfterFunc(timeout, func() { g.slow.Store(true); kill() })
		}
		if f.Read && !g.read {
			defer time.AfterFunc(pictureShare(timeout), kill).Stop()
		}
		g.take(f)
	}
}

func (g *reading) take(f frame) {
	g.ready, g.read = g.ready || f.Ready, g.read || f.Read
	g.done, g.failure = f.Done, f.Failure
	if f.About != nil {
		g.about = *f.About
	}
	if n := len(f.Picture); n > 0 && n <= maxPicture {
		g.picture = f.Picture
	}
	if f.Page != nil && len(g.pages) < g.maxPages {
		g.takePage(cleanPage(*f.Page))
	}
}

// takePage keeps a page that comes after the one before and says something.
func (g *reading) takePage(page pageText) {
	after := 0
	if n := len(g.pages); n > 0 {
		after = g.pages[n-1].Number
	}
	if strings.TrimSpace(page.whole()) != "" && page.Number > after && page.Number <= g.maxPages {
		g.pages = append(g.pages, page)
	}
}

// cleanPage drops what has no place in text. A head or foot of too many lines becomes part of the text.
func cleanPage(p pageText) pageText {
	if len(p.Head) > maxEdge || len(p.Foot) > maxEdge {
		p.Head, p.Text, p.Foot = nil, p.whole(), nil
	}
	p.Text = clean(p.Text)
	for _, edge := range [][]string{p.Head, p.Foot} {
		for i := range edge {
			edge[i] = clean(edge[i])
		}
	}
	return p
}

// document gives what was read, and a fault when that is no text. A child that died after some pages leaves these.
func (g *reading) document(now time.Time) (capture.Document, error) {
	d := capture.Document{
		Title: g.title(), Author: cleanPDFAuthor(g.about.Author), Published: parsePDFDate(g.about.Created, now),
		Pages: min(max(g.about.Pages, 0), maxPagesStated), Image: g.picture,
	}
	for i, text := range withoutRepeats(g.pages) {
		if text != "" {
			d.Sections = append(d.Sections, capture.Section{Page: g.pages[i].Number, Text: text})
		}
	}
	switch {
	case len(d.Sections) > 0:
		d.Description = fold(firstParagraph(d.Sections[0].Text), maxDescription)
		return d, nil
	case g.failure == failurePassword:
		return d, fault.New(fault.Invalid, msgPassword)
	case g.read && g.about.Pages > 0:
		return d, fault.New(fault.Invalid, msgNoText)
	case g.slow.Load():
		return d, fault.Wrap(fault.Invalid, msgSlow, g.died)
	}
	return d, fault.Wrap(fault.Invalid, msgDamaged, g.died)
}

// title is the one in the file's properties or, without one, the one on its first page.
func (g *reading) title() string {
	onPage := ""
	if len(g.pages) > 0 && g.pages[0].Number == 1 {
		onPage = fold(g.pages[0].Title, maxTitle)
	}
	return first(cleanPDFTitle(g.about.Title), onPage)
}
