package feed

import (
	"context"
	"encoding/xml"
	"html"
	"net/url"
	"strconv"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/capture/structure"
	"engram/internal/document"
	"engram/internal/plaintext"
)

// text is the text of a feed with its structure.
type text struct {
	strings.Builder
	blocks  document.Document
	entries int  // with markup
	based   bool // the feed states the base of its addresses
}

// add appends a text with its blocks, a blank line behind what is there.
func (t *text) add(words string, blocks document.Document) {
	if words != "" && t.Len() > 0 {
		t.WriteString("\n\n")
	}
	blocks.Shift(t.Len())
	t.WriteString(words)
	t.blocks = append(t.blocks, blocks...)
}

// entry appends an entry below its title, which leads to its page.
func (t *text) entry(ctx context.Context, e feedPart, base *url.URL) {
	base = e.within(base)
	link := metadata.FirstURL(base, e.link)
	if title := plaintext.OneLine(markup.Unmarked(ctx, e.title), capture.MaxTitle); title != "" {
		t.add(title, document.Document{{
			Kind: document.Heading, Level: 2, Source: [2]int{0, len(title)},
			Spans: []document.Span{{Text: title, Link: link}},
		}})
	}
	words := plaintext.First(e.content, e.summary)
	if !markup.HasTags(words) {
		words = markup.Paragraphs(words)
		t.add(words, document.FromText(words))
		return
	}
	root, err := markup.Fragment(ctx, []byte(words))
	if err != nil {
		return
	}
	if page, err := url.Parse(link); err == nil && link != "" && !t.based && len(e.bases) == 0 {
		base = page
	}
	words, blocks := structure.Blocks(root, base)
	t.entries++
	t.add(words, blocks.Prefix(strconv.Itoa(t.entries)+"-"))
}

// tag writes the beginning of an element of XHTML as HTML, with what structure needs of it.
func tag(t xml.StartElement) string {
	name := strings.ToLower(t.Name.Local)
	if !isTag(name) {
		return ""
	}
	out := "<" + name
	for _, name := range []string{"href", "src", "alt", "start", "colspan", "rowspan"} {
		if value := attribute(t, name); value != "" {
			out += " " + name + `="` + html.EscapeString(value) + `"`
		}
	}
	return out + ">"
}

// ending writes the end of an element. That of a line break would be another one.
func ending(name string) string {
	if !isTag(name) || name == "br" {
		return ""
	}
	return "</" + name + ">"
}

// isTag reports whether HTML takes a name for that of an element.
func isTag(name string) bool { return name != "" && name[0] >= 'a' && name[0] <= 'z' }

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
