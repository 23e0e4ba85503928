// Package flow makes trees of the paragraphs of word processors, which name their style, list and
// level instead of nesting.
package flow

import (
	"strings"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/plaintext"
)

// Item is a paragraph or, if it has rows, a table. Without any text it is left out.
type Item struct {
	Spans   []document.Span
	Level   int    // of a heading, from 1
	Depth   int    // of a list's item, from 1; 0: in no list
	Ordered bool   // its list is numbered
	Number  int    // of it in such a list, if it is the first; 0 is 1
	Quote   bool   // it belongs to a quote
	Code    bool   // it is a line of code
	Anchor  string // names it for the spans that refer to it
	Alt     string // it is a picture that shows this,
	Picture []byte // or that is this

	Rows [][]document.Cell
}

const (
	perSection = 5_000 // items: less than a tree may have
	maxColumns = 100   // of a table; wider ones become lines
	maxCells   = 50_000
	maxText    = 20 << 20 // bytes
)

// Sections returns the text of items with its structure, and whether there is more than can be
// kept.
func Sections(items []Item) (all []capture.Section, cut bool) {
	for size := 0; len(items) > 0; {
		end := min(perSection, len(items))
		for end < len(items) && end < 2*perSection && (items[end].Depth > 0 || items[end].Code) {
			end++ // a list stays whole
		}
		blocks := Blocks(items[:end])
		items = items[end:]
		text := Lay(blocks)
		if text == "" {
			continue
		}
		if size += len(text); size > maxText {
			return all, true
		}
		all = append(all, capture.Section{Text: text, Blocks: blocks})
	}
	return all, false
}

// Blocks returns the tree of items.
func Blocks(items []Item) (doc document.Document) {
	for _, item := range items {
		item.Spans = tidy(item.Spans, item.Code)
		switch {
		case item.Rows != nil:
			doc = append(doc, table(item.Rows)...)
		case item.Alt != "" || item.Picture != nil:
			image := document.Image{Alt: plaintext.OneLine(item.Alt, maxAlt), Address: Address(item.Picture)}
			doc = append(doc, document.Block{Kind: document.Figure, Image: &image})
		case item.Code:
			doc = addCode(doc, item.Spans)
		case len(item.Spans) == 0:
		case item.Level > 0:
			doc = append(doc, document.Block{
				Kind: document.Heading, Level: min(item.Level, 6), Spans: item.Spans, Anchor: item.Anchor,
			})
		case item.Depth > 0:
			addItem(&doc, item)
		case item.Quote:
			doc = addQuote(doc, item)
		default:
			doc = append(doc, paragraph(item))
		}
	}
	return withoutBlankCode(doc)
}

const maxAlt = 500 // characters

func paragraph(item Item) document.Block {
	return document.Block{Kind: document.Paragraph, Spans: item.Spans, Anchor: item.Anchor}
}

// addItem adds to the list that is open at the item's depth, or begins one.
func addItem(doc *document.Document, item Item) {
	for depth := 1; depth < item.Depth; depth++ {
		last := lastOf(*doc)
		if last == nil || last.Kind != document.List {
			break
		}
		doc = &last.Items[len(last.Items)-1]
	}
	last := lastOf(*doc)
	if last == nil || last.Kind != document.List || last.Ordered != item.Ordered {
		*doc = append(*doc, document.Block{Kind: document.List, Ordered: item.Ordered})
		last = lastOf(*doc)
		if item.Ordered {
			last.Start = max(item.Number, 1)
		}
	}
	last.Items = append(last.Items, document.Document{paragraph(item)})
}

func addQuote(doc document.Document, item Item) document.Document {
	if last := lastOf(doc); last != nil && last.Kind == document.Quote {
		last.Blocks = append(last.Blocks, paragraph(item))
		return doc
	}
	return append(doc, document.Block{Kind: document.Quote, Blocks: document.Document{paragraph(item)}})
}

// addCode adds a line to the code that is open, or begins some.
func addCode(doc document.Document, spans []document.Span) document.Document {
	line := document.Plain(spans)
	if last := lastOf(doc); last != nil && last.Kind == document.Code {
		last.Text += "\n" + line
		return doc
	}
	return append(doc, document.Block{Kind: document.Code, Text: line})
}

// withoutBlankCode trims blank lines around code, and drops what has no other.
func withoutBlankCode(doc document.Document) document.Document {
	kept := doc[:0]
	for _, b := range doc {
		if b.Kind == document.Code {
			if b.Text = strings.TrimRight(strings.TrimLeft(b.Text, "\n"), " \n"); b.Text == "" {
				continue
			}
		}
		kept = append(kept, b)
	}
	return kept
}

func lastOf(doc document.Document) *document.Block {
	if len(doc) == 0 {
		return nil
	}
	return &doc[len(doc)-1]
}
