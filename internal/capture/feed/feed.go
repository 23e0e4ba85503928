// Package feed reads RSS and Atom.
package feed

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"net/url"
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
	path    []string // open elements, without namespaces
	entries []feedPart
	about   feedPart
	image   string
	chars   strings.Builder
}

// feedPart is the feed itself or one of its entries.
type feedPart struct {
	title, summary, content, author, language, date string
}

// next handles one token and reports whether to continue.
func (f *feed) next(d *xml.Decoder) bool {
	token, err := d.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case xml.StartElement:
		f.path = append(f.path, strings.ToLower(t.Name.Local))
		f.begin(t)
	case xml.CharData:
		if f.chars.Len()+len(t) <= maxEntryText {
			f.chars.Write(t)
		}
	case xml.EndElement:
		f.end()
	}
	return len(f.path) <= maxFeedDepth && len(f.entries) <= maxEntries
}

func (f *feed) begin(t xml.StartElement) {
	switch f.path[len(f.path)-1] {
	case "item", "entry":
		f.entries = append(f.entries, feedPart{})
	case "feed":
		for _, a := range t.Attr {
			if a.Name.Local == "lang" {
				f.about.language = a.Value
			}
		}
	case "p", "div", "br", "li": // XHTML in an Atom entry
		f.chars.WriteByte('\n')
		return
	}
	if !f.within("content") && !f.within("summary") {
		f.chars.Reset()
	}
}

// within reports whether an element of that name is open.
func (f *feed) within(name string) bool {
	for _, open := range f.path[:len(f.path)-1] {
		if open == name {
			return true
		}
	}
	return false
}

// end assigns the text of the element that ends.
func (f *feed) end() {
	if len(f.path) == 0 {
		return
	}
	name := f.path[len(f.path)-1]
	parent := ""
	if len(f.path) > 1 {
		parent = f.path[len(f.path)-2]
	}
	f.path = f.path[:len(f.path)-1]
	part := &f.about
	if n := len(f.entries); n > 0 && (parent == "item" || parent == "entry" || parent == "author") {
		part = &f.entries[n-1]
	}
	if parent == "image" && name == "url" {
		f.image = strings.TrimSpace(f.chars.String())
	}
	if parent != "image" && parent != "source" {
		part.set(name, parent, f.chars.String())
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
	var parts []string
	for _, e := range f.entries[:min(len(f.entries), maxEntries)] {
		text := plaintext.First(e.content, e.summary)
		if part := strings.TrimSpace(plaintext.OneLine(markup.Unmarked(ctx, e.title), capture.MaxTitle) + "\n\n" + markup.Paragraphs(markup.Unmarked(ctx, text))); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		d.Sections = []capture.Section{{Text: strings.Join(parts, "\n\n")}}
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
