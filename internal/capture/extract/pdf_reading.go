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

// reading is what a child said about one PDF. Nothing of it is trusted: a hostile file may have taken the child over.
type reading struct {
	maxPages int
	ready    bool
	about    about
	pages    []pageText
	failure  pdfFailure
	done     bool
	slow     atomic.Bool // the clock ended it
	died     error       // how the child ended, for the log
}

// listen takes frames in until the child has said its last, or something that is no frame. It kills a child that is not
// ready, or then not done, in time.
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
		g.take(f)
	}
}

func (g *reading) take(f frame) {
	g.ready = g.ready || f.Ready
	g.done, g.failure = f.Done, f.Failure
	if f.About != nil {
		g.about = *f.About
	}
	if f.Page == nil || len(g.pages) >= g.maxPages {
		return
	}
	page := pageText{Number: f.Page.Number, Text: strings.TrimSpace(clean(f.Page.Text))}
	after := 0
	if n := len(g.pages); n > 0 {
		after = g.pages[n-1].Number
	}
	if page.Text != "" && page.Number > after && page.Number <= g.maxPages {
		g.pages = append(g.pages, page)
	}
}

// document gives what was read, and a fault when that is no text. A child that died after some pages leaves these.
func (g *reading) document() (capture.Document, error) {
	d := capture.Document{Title: g.title(), Author: fold(g.about.Author, maxName)}
	for _, p := range g.pages {
		d.Sections = append(d.Sections, capture.Section{Page: p.Number, Text: p.Text})
	}
	switch {
	case len(d.Sections) > 0:
		d.Description = fold(firstParagraph(d.Sections[0].Text), maxDescription)
		return d, nil
	case g.slow.Load():
		return d, fault.Wrap(fault.Invalid, msgSlow, g.died)
	case g.failure == failurePassword:
		return d, fault.New(fault.Invalid, msgPassword)
	case g.done && g.about.Pages > 0:
		return d, fault.New(fault.Invalid, msgNoText)
	}
	return d, fault.Wrap(fault.Invalid, msgDamaged, g.died)
}

// title is the one in the file's properties, unless a program put a placeholder or a file's name there.
func (g *reading) title() string {
	title := fold(g.about.Title, maxTitle)
	title = strings.TrimPrefix(title, "Microsoft Word - ")
	title = strings.TrimPrefix(title, "Microsoft PowerPoint - ")
	if lower := strings.ToLower(title); strings.HasPrefix(lower, "untitled") || lower == "powerpoint presentation" || lower == "title" {
		return ""
	}
	return title
}
