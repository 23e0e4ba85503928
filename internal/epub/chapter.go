package epub

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"engram/internal/document"
	"engram/internal/memory"
)

// chapter is a file of a book, as XHTML without its head and end.
type chapter struct {
	bytes.Buffer
	book    *book
	name    string
	anchors map[string]string // ids of the blocks that can be referred to
	named   map[string]bool   // anchors whose id is written
	ids     int
}

// newChapter returns the next chapter, which will hold doc. References lead to blocks of the same chapter.
func (b *book) newChapter(doc document.Document) *chapter {
	c := &chapter{book: b, name: fmt.Sprintf("text/%d.xhtml", len(b.chapters)+1), anchors: map[string]string{}, named: map[string]bool{}}
	b.chapters = append(b.chapters, c.name)
	for leaf := range doc.Leaves() {
		if leaf.Anchor != "" && c.anchors[leaf.Anchor] == "" {
			c.anchors[leaf.Anchor] = c.nextID()
		}
	}
	return c
}

func (c *chapter) nextID() string {
	c.ids++
	return "b" + strconv.Itoa(c.ids)
}

func (c *chapter) say(parts ...string) {
	for _, part := range parts {
		c.WriteString(part)
	}
}

// front writes what is known of a memory.
func (c *chapter) front(m memory.Memory) {
	c.say(`<h1 id="top" dir="auto">`, text(titleOf(m)), "</h1>\n")
	c.book.contents = append(c.book.contents, heading{titleOf(m), c.name + "#top"})
	var facts []string
	for _, fact := range []string{m.Site, m.Author} {
		if fact != "" {
			facts = append(facts, text(fact))
		}
	}
	if !m.PublishedAt.IsZero() {
		facts = append(facts, m.PublishedAt.UTC().Format("2 January 2006"))
	}
	if len(facts) > 0 {
		c.say(`<p class="facts" dir="auto">`, strings.Join(facts, " · "), "</p>\n")
	}
	if address, ok := addressOf(m.URL); ok {
		c.say(`<p class="facts"><a href="`, attribute(address), `">`, text(m.URL), "</a></p>\n")
	}
	if m.Remark != "" {
		c.say(`<p class="remark" dir="auto">`, text(m.Remark), "</p>\n")
	}
	if m.Kind != memory.Note && m.Description != "" {
		c.say(`<p class="lead" dir="auto">`, text(m.Description), "</p>\n")
	}
}

// id returns the attribute that names a block, if something may refer to it.
func (c *chapter) id(b document.Block) string {
	id := c.anchors[b.Anchor]
	if id == "" || c.named[b.Anchor] { // it stands once
		return ""
	}
	c.named[b.Anchor] = true
	return ` id="` + id + `"`
}

// blocks writes blocks, and the pictures in them to the book.
func (c *chapter) blocks(doc document.Document) error {
	for _, b := range doc {
		if err := c.one(b); err != nil {
			return err
		}
	}
	return nil
}

func (c *chapter) one(b document.Block) error {
	switch b.Kind {
	case document.Paragraph:
		c.say("<p", c.id(b), ` dir="auto">`, task(b.Task))
		c.spans(b.Spans)
		c.say("</p>\n")
	case document.Heading:
		c.heading(b)
	case document.Code:
		c.say("<pre", c.id(b), "><code>", text(b.Text), "</code></pre>\n")
	case document.Rule:
		c.say("<hr/>\n")
	case document.Quote:
		c.say("<blockquote", c.id(b), ">\n")
		defer c.say("</blockquote>\n")
		return c.blocks(b.Blocks)
	case document.List:
		return c.list(b)
	case document.Table:
		c.table(b)
	case document.Figure:
		return c.figure(b)
	}
	return nil
}

func (c *chapter) heading(b document.Block) {
	level := strconv.Itoa(min(max(b.Level, 1), 5) + 1)
	id := c.id(b)
	if id == "" {
		id = ` id="` + c.nextID() + `"`
	}
	if words := strings.TrimSpace(document.Plain(b.Spans)); words != "" && b.Level <= 3 && len(c.book.contents) < mostHeadings {
		c.book.contents = append(c.book.contents, heading{words, c.name + "#" + strings.Trim(id, ` id="`)})
	}
	c.say("<h", level, id, ` dir="auto">`)
	c.spans(b.Spans)
	c.say("</h", level, ">\n")
}

func (c *chapter) list(b document.Block) error {
	open, end := "<ul"+c.id(b)+">\n", "</ul>\n"
	if b.Ordered {
		open, end = "<ol"+c.id(b)+` start="`+strconv.Itoa(b.Start)+"\">\n", "</ol>\n"
	}
	c.say(open)
	defer func() { c.say(end) }()
	for _, item := range b.Items {
		c.say("<li>")
		if err := c.blocks(item); err != nil {
			return err
		}
		c.say("</li>\n")
	}
	return nil
}

func (c *chapter) table(b document.Block) {
	if len(b.Rows) == 0 {
		return
	}
	c.say("<table", c.id(b), ">")
	if len(b.Spans) > 0 {
		c.say("<caption>")
		c.spans(b.Spans)
		c.say("</caption>")
	}
	cell := "th"
	for _, row := range b.Rows {
		c.say("<tr>")
		for _, spans := range row {
			c.say("<", cell, ` dir="auto">`)
			c.spans(spans)
			c.say("</", cell, ">")
		}
		c.say("</tr>\n")
		cell = "td"
	}
	c.say("</table>\n")
}

func (c *chapter) figure(b document.Block) error {
	name, alt := "", ""
	if b.Image != nil {
		alt = b.Image.Alt
		if b.Image.Key != "" {
			var err error
			if name, err = c.book.picture(b.Image.Key); err != nil {
				return err
			}
		}
	}
	if name == "" && alt == "" && len(b.Spans) == 0 {
		return nil
	}
	c.say("<figure", c.id(b), ">")
	switch {
	case name != "":
		c.say(`<img src="../`, name, `" alt="`, attribute(alt), `"/>`)
	case alt != "":
		c.say(`<p class="absent" dir="auto">`, text(alt), "</p>")
	}
	if len(b.Spans) > 0 {
		c.say(`<figcaption dir="auto">`)
		c.spans(b.Spans)
		c.say("</figcaption>")
	}
	c.say("</figure>\n")
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
func (c *chapter) spans(spans []document.Span) {
	for _, s := range spans {
		if s.IsMark() || s.Text == "" {
			continue
		}
		lines := strings.Split(s.Text, "\n")
		for i, line := range lines {
			lines[i] = text(line)
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
		} else if address, ok := addressOf(s.Link); ok {
			words = `<a href="` + attribute(address) + `">` + words + "</a>"
		}
		c.say(words)
	}
}

// schemes are those of addresses that a book links to.
var schemes = []string{"http", "https", "mailto"}

// addressOf returns an address as a book may have it.
func addressOf(link string) (address string, ok bool) {
	u, err := url.Parse(link)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Scheme != "mailto" && u.Host == "" {
		return "", false
	}
	return illegal.ReplaceAllStringFunc(u.String(), url.PathEscape), true
}

// illegal matches what no address has, and browsers forgive in a query.
var illegal = regexp.MustCompile(`[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+`)

// text returns a text as XML has it, what XML can't have replaced.
func text(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) // a builder takes everything
	return strings.ReplaceAll(out.String(), "&#xA;", "\n")
}

// attribute is text within quotes.
func attribute(s string) string { return text(s) }
