// Package feed reads RSS and Atom.
package feed

import (
	"bytes"
	"context"
	"encoding/xml"
	"html"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/cputime"
	"engram/internal/plaintext"
)

const (
	maxTime      = 3 * time.Second // CPU time
	maxEntries   = 200             // read of a feed
	maxEntryText = 1 << 20         // of one element
	maxFeedDepth = 64
)

// Reader implements capture.PageReader.
type Reader struct{}

var _ capture.PageReader = Reader{}

// ReadPage reads a feed. Its only error is ctx's.
func (Reader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	return read(ctx, p, time.Now()), ctx.Err()
}

// read reads an RSS or Atom feed in any charset: its title, and title and text of its first 200
// entries. Of a broken feed it returns what comes before the error. It drops dates more than a day
// in the future.
func read(ctx context.Context, p capture.Page, now time.Time) capture.Document {
	limited, release := cputime.WithLimit(ctx, maxTime)
	defer release()
	d := xml.NewDecoder(markup.UntilDone(limited, bytes.NewReader(markup.Decode(p.Body, p.ContentType))))
	d.Strict, d.Entity = false, xml.HTMLEntity
	// already UTF-8
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	f := feed{}
	for f.next(d) {
	}
	return f.document(limited, p.URL, now)
}

// feed is the state of the parser.
type feed struct {
	path    []string // names of open elements
	entries []feedPart
	about   feedPart
	image   string
	chars   strings.Builder
}

// feedPart is the feed itself or one of its entries.
type feedPart struct {
	title, summary, content, author, language, date, link string
	bases                                                 []string // of its addresses, each relative to the one before
}

// within returns the base of the addresses of a part, whose own is relative to another.
func (p feedPart) within(base *url.URL) *url.URL {
	for _, b := range p.bases {
		if u, err := base.Parse(strings.TrimSpace(b)); err == nil {
			base = u
		}
	}
	return base
}

// next handles one token and reports whether to continue.
func (f *feed) next(d *xml.Decoder) bool {
	token, err := d.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case xml.StartElement:
		f.path = append(f.path, nameOf(t.Name))
		f.begin(t)
	case xml.CharData:
		if f.isMarkup() {
			f.write(html.EscapeString(string(t)))
		} else {
			f.write(string(t))
		}
	case xml.EndElement:
		f.end()
	}
	return len(f.path) <= maxFeedDepth && len(f.entries) <= maxEntries
}

// nameOf returns the name of an element without its namespace, but for those of Media RSS, whose
// namespace ends in mrss: they describe pictures and recordings.
func nameOf(name xml.Name) string {
	local := strings.ToLower(name.Local)
	if name.Space == "media" || strings.HasSuffix(strings.TrimSuffix(name.Space, "/"), "/mrss") {
		return "media:" + local
	}
	return local
}

func (f *feed) begin(t xml.StartElement) {
	if f.isMarkup() {
		f.write(tag(t))
		return
	}
	name := f.path[len(f.path)-1]
	if name == "item" || name == "entry" {
		f.entries = append(f.entries, feedPart{})
	}
	if base := attribute(t, "base"); base != "" && (name == "item" || name == "entry" || name == "feed" || texts[name]) {
		part := f.part("")
		part.bases = append(part.bases, base)
	}
	switch name {
	case "feed":
		f.about.language = attribute(t, "lang")
	case "link":
		if rel := attribute(t, "rel"); rel == "" || rel == "alternate" {
			f.part("").set("link", "", attribute(t, "href"))
		}
	}
	f.chars.Reset()
}

// texts are the elements whose content may be markup.
var texts = map[string]bool{"content": true, "summary": true, "description": true, "encoded": true}

// isMarkup reports whether the innermost element is within the text of an entry: XHTML.
func (f *feed) isMarkup() bool {
	return slices.ContainsFunc(f.path[:max(len(f.path)-1, 0)], func(open string) bool { return texts[open] })
}

// write appends to the text of the open element, as long as there is room.
func (f *feed) write(s string) {
	if f.chars.Len()+len(s) <= maxEntryText {
		f.chars.WriteString(s)
	}
}

// part returns the entry, or the feed itself, that an element below parent tells of.
func (f *feed) part(parent string) *feedPart {
	if n := len(f.entries); n > 0 && (parent == "item" || parent == "entry" || parent == "author" || parent == "") {
		return &f.entries[n-1]
	}
	return &f.about
}

// end assigns the text of the element that ends.
func (f *feed) end() {
	if len(f.path) == 0 {
		return
	}
	last := len(f.path) - 1
	name, parent := f.path[last], ""
	if last > 0 {
		parent = f.path[last-1]
	}
	within := f.isMarkup()
	f.path = f.path[:last]
	if within {
		f.write(ending(name))
		return
	}
	if parent == "image" && name == "url" {
		f.image = strings.TrimSpace(f.chars.String())
	}
	if parent != "image" && parent != "source" {
		f.part(parent).set(name, parent, f.chars.String())
	}
}

// set assigns the text of an element. The first of a name wins.
func (p *feedPart) set(name, parent, text string) {
	var field *string
	switch name {
	case "title":
		field = &p.title
	case "description", "summary", "subtitle":
		field = &p.summary
	case "encoded", "content":
		field = &p.content
	case "creator", "author", "name":
		if name == "name" && parent != "author" {
			return
		}
		field = &p.author
	case "language":
		field = &p.language
	case "link":
		field = &p.link
	case "pubdate", "updated", "published", "lastbuilddate":
		field = &p.date
	default:
		return
	}
	if text = strings.TrimSpace(text); *field == "" {
		*field = text
	}
}

func (f *feed) document(ctx context.Context, address string, now time.Time) capture.Document {
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	d := capture.Document{
		Title:       plaintext.OneLine(markup.Unmarked(ctx, f.about.title), capture.MaxTitle),
		Description: plaintext.OneLine(markup.Unmarked(ctx, f.about.summary), capture.MaxDescription),
		Author:      metadata.AuthorName(f.about.author),
		Language:    metadata.Language(f.about.language),
		ImageURL:    metadata.FirstURL(base, f.image),
		Published:   f.newest(now),
	}
	base = f.about.within(base)
	t := text{based: len(f.about.bases) > 0}
	for _, e := range f.entries[:min(len(f.entries), maxEntries)] {
		t.entry(ctx, e, base)
	}
	if t.Len() > 0 {
		d.Sections = []capture.Section{{Text: t.String(), Blocks: t.blocks}}
	}
	return d
}

// newest returns when the feed last changed, by itself or its first entry.
func (f *feed) newest(now time.Time) time.Time {
	dates := []string{f.about.date}
	if len(f.entries) > 0 {
		dates = append(dates, f.entries[0].date)
	}
	return metadata.FirstPast(dates, now)
}
