// Package xhtml writes documents as XHTML, for programs that read XML and for those that read HTML.
package xhtml

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"engram/internal/document"
)

// Options say how a document is written.
type Options struct {
	// Picture returns the address of a kept picture by its key; empty: it is gone. nil: all are.
	Picture func(key string) (address string, err error)
	// Heading is called with each heading and its id; nil: it is not.
	Heading func(words string, level int, id string)
}

// Writer writes documents one after another. References lead to blocks of the first.
type Writer struct {
	bytes.Buffer
	options Options
	anchors map[string]string // ids of the blocks that can be referred to
	named   map[string]bool   // anchors whose id is written
	ids     int
}

// New returns a Writer of doc.
func New(doc document.Document, options Options) *Writer {
	c := &Writer{options: options, anchors: map[string]string{}, named: map[string]bool{}}
	for leaf := range doc.Leaves() {
		if leaf.Anchor != "" && c.anchors[leaf.Anchor] == "" {
			c.anchors[leaf.Anchor] = c.nextID()
		}
	}
	return c
}

func (c *Writer) nextID() string {
	c.ids++
	return "b" + strconv.Itoa(c.ids)
}

// Say writes markup as it is.
func (c *Writer) Say(parts ...string) {
	for _, part := range parts {
		c.WriteString(part)
	}
}

// id returns the attribute that names a block, if something may refer to it.
func (c *Writer) id(b document.Block) string {
	id := c.anchors[b.Anchor]
	if id == "" || c.named[b.Anchor] { // it stands once
		return ""
	}
	c.named[b.Anchor] = true
	return ` id="` + id + `"`
}

// Blocks writes blocks. An error is one of Picture.
func (c *Writer) Blocks(doc document.Document) error {
	for _, b := range doc {
		if err := c.one(b); err != nil {
			return err
		}
	}
	return nil
}

func (c *Writer) one(b document.Block) error {
	switch b.Kind {
	case document.Paragraph:
		c.Say("<p", c.id(b), ` dir="auto">`, task(b.Task))
		c.spans(b.Spans)
		c.Say("</p>\n")
	case document.Heading:
		c.heading(b)
	case document.Code:
		c.Say("<pre", c.id(b), "><code>", Text(b.Text), "</code></pre>\n")
	case document.Rule:
		c.Say("<hr/>\n")
	case document.Quote:
		c.Say("<blockquote", c.id(b), ">\n")
		defer c.Say("</blockquote>\n")
		return c.Blocks(b.Blocks)
	case document.List:
		return c.list(b)
	case document.Table:
		c.table(b)
	case document.Figure:
		return c.figure(b)
	}
	return nil
}

func (c *Writer) heading(b document.Block) {
	level := strconv.Itoa(min(max(b.Level, 1), 5) + 1)
	id := c.id(b)
	if id == "" {
		id = ` id="` + c.nextID() + `"`
	}
	if words := strings.TrimSpace(document.Plain(b.Spans)); words != "" && c.options.Heading != nil {
		c.options.Heading(words, b.Level, strings.Trim(id, ` id="`))
	}
	c.Say("<h", level, id, ` dir="auto">`)
	c.spans(b.Spans)
	c.Say("</h", level, ">\n")
}

func (c *Writer) list(b document.Block) error {
	open, end := "<ul"+c.id(b)+">\n", "</ul>\n"
	if b.Ordered {
		open, end = "<ol"+c.id(b)+` start="`+strconv.Itoa(b.Start)+"\">\n", "</ol>\n"
	}
	c.Say(open)
	defer func() { c.Say(end) }()
	for _, item := range b.Items {
		c.Say("<li>")
		if err := c.Blocks(item); err != nil {
			return err
		}
		c.Say("</li>\n")
	}
	return nil
}

func (c *Writer) table(b document.Block) {
	if len(b.Rows) == 0 {
		return
	}
	c.Say("<table", c.id(b), ">")
	if len(b.Spans) > 0 {
		c.Say("<caption>")
		c.spans(b.Spans)
		c.Say("</caption>")
	}
	cell := "th"
	for _, row := range b.Rows {
		c.Say("<tr>")
		for _, spans := range row {
			c.Say("<", cell, ` dir="auto">`)
			c.spans(spans)
			c.Say("</", cell, ">")
		}
		c.Say("</tr>\n")
		cell = "td"
	}
	c.Say("</table>\n")
}

func (c *Writer) figure(b document.Block) error {
	name, alt := "", ""
	if b.Image != nil {
		alt = b.Image.Alt
		if b.Image.Key != "" && c.options.Picture != nil {
			var err error
			if name, err = c.options.Picture(b.Image.Key); err != nil {
				return err
			}
		}
	}
	if name == "" && alt == "" && len(b.Spans) == 0 {
		return nil
	}
	c.Say("<figure", c.id(b), ">")
	switch {
	case name != "":
		c.Say(`<img src="`, Text(name), `" alt="`, Text(alt), `"/>`)
	case alt != "":
		c.Say(`<p class="absent" dir="auto">`, Text(alt), "</p>")
	}
	if len(b.Spans) > 0 {
		c.Say(`<figcaption dir="auto">`)
		c.spans(b.Spans)
		c.Say("</figcaption>")
	}
	c.Say("</figure>\n")
	return nil
}

func task(state document.Task) string {
	switch state {
	case document.Open:
		return "☐ "
	case document.Done:
		return "☑ "
	}
	return ""
}

// spans writes text with its styles. Marks of answers are left out.
func (c *Writer) spans(spans []document.Span) {
	for _, s := range spans {
		if s.IsMark() || s.Text == "" {
			continue
		}
		lines := strings.Split(s.Text, "\n")
		for i, line := range lines {
			lines[i] = Text(line)
		}
		words := strings.Join(lines, "<br/>")
		for _, style := range []struct {
			on  bool
			tag string
		}{
			{s.Code, "code"}, {s.Script == document.Super, "sup"}, {s.Script == document.Sub, "sub"}, {s.Struck, "del"}, {s.Italic, "em"}, {s.Bold, "strong"},
		} {
			if style.on {
				words = "<" + style.tag + ">" + words + "</" + style.tag + ">"
			}
		}
		if id := c.anchors[s.Ref]; id != "" {
			words = `<a href="#` + id + `">` + words + "</a>"
		} else if address, ok := Address(s.Link); ok {
			words = `<a href="` + Text(address) + `">` + words + "</a>"
		}
		c.Say(words)
	}
}

// schemes are the schemes of addresses that are linked to.
var schemes = []string{"http", "https", "mailto"}

// Address returns an address that may be linked to, as XML has it.
func Address(link string) (address string, ok bool) {
	u, err := url.Parse(link)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Scheme != "mailto" && u.Host == "" {
		return "", false
	}
	return illegal.ReplaceAllStringFunc(u.String(), url.PathEscape), true
}

// illegal matches what no address has, and browsers forgive in a query.
var illegal = regexp.MustCompile(`[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+`)

// Text returns a text as XML has it, in elements and in attributes. What XML can't have is replaced.
func Text(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) // a builder takes everything
	return strings.ReplaceAll(out.String(), "&#xA;", "\n")
}
