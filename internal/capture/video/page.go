package video

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"golang.org/x/net/html"

	"engram/internal/capture"
)

// seen holds what was read from a recording's page.
type seen struct {
	doc      capture.Document
	tracks   []track
	captions []capture.Section
	partial  error // why captions are missing
}

func (s seen) silent() bool {
	return s.doc.Title == "" && s.doc.Description == "" && s.doc.ImageURL == "" && len(s.doc.Sections) == 0
}

// whole returns the page's text, then the captions.
func (s seen) whole() capture.Document {
	if len(s.doc.Sections) == 0 && s.doc.Description != "" {
		s.doc.Sections = []capture.Section{{Text: s.doc.Description}}
	}
	s.doc.Sections, s.doc.Partial = append(s.doc.Sections, s.captions...), s.partial
	return s.doc
}

// webPage reads a page with a player. With discover, it uses the page's oEmbed endpoint for missing
// fields.
func (v *visit) webPage(ctx context.Context, page capture.Page, discover bool) (seen, error) {
	doc, err := v.pages.ReadPage(ctx, page)
	if err != nil {
		return seen{}, err
	}
	hints := look(ctx, page)
	if discover && hints.oEmbed != "" && !complete(doc) {
		if more, err := v.ask(ctx, hints.oEmbed, readOEmbed); err == nil {
			fill(&doc, more)
		}
	}
	return v.withCaptions(ctx, seen{doc: doc, tracks: hints.tracks}), nil
}

// hints are links in the page's markup.
type hints struct {
	page   string // its address
	base   string // base of its links, if it sets one
	oEmbed string // the page's oEmbed request
	tracks []track
}

const (
	maxLook  = 2 << 20 // bytes of a page
	maxToken = 1 << 20 // bytes of one element
)

// look finds the hints on a page. It stops when ctx ends.
func look(ctx context.Context, page capture.Page) hints {
	found := hints{page: page.URL}
	z := html.NewTokenizer(bytes.NewReader(page.Body[:min(len(page.Body), maxLook)]))
	z.SetMaxBuf(maxToken)
	for ctx.Err() == nil {
		switch z.Next() {
		case html.ErrorToken:
			return found
		case html.StartTagToken, html.SelfClosingTagToken:
			name, has := z.TagName()
			switch string(name) {
			case "base":
				found.move(attributes(z, has))
			case "link":
				found.link(attributes(z, has))
			case "track":
				found.track(attributes(z, has))
			}
		}
	}
	return found
}

// attributes returns the attributes of an element that are used here.
func attributes(z *html.Tokenizer, more bool) map[string]string {
	found := map[string]string{}
	for more {
		var name, value []byte
		name, value, more = z.TagAttr()
		switch string(name) {
		case "href", "rel", "type", "src", "kind", "srclang", "default":
			found[string(name)] = string(value)
		}
	}
	return found
}

// move sets the base from the first base element.
func (h *hints) move(a map[string]string) {
	if href, ok := a["href"]; ok && h.base == "" {
		h.base = cmp.Or(resolve(h.page, href), h.page)
	}
}

func (h *hints) resolve(address string) string { return resolve(cmp.Or(h.base, h.page), address) }

func (h *hints) link(a map[string]string) {
	if h.oEmbed == "" && strings.EqualFold(a["type"], "application/json+oembed") {
		h.oEmbed = h.resolve(a["href"])
	}
}

func (h *hints) track(a map[string]string) {
	kind := strings.ToLower(a["kind"])
	if len(h.tracks) == maxTracks || (kind != "" && kind != "captions" && kind != "subtitles") {
		return
	}
	if address := h.resolve(a["src"]); address != "" {
		_, preferred := a["default"]
		h.tracks = append(h.tracks, track{address: address, language: a["srclang"], preferred: preferred})
	}
}
