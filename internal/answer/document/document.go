// Package document holds an answer as data: blocks of spans. It is parsed once from what a model wrote, within an allow-list,
// and written as markdown by one writer, so that parsing that markdown gives the same document again.
package document

import (
	"slices"
	"strings"
)

// Document is what an answer says, block by block.
type Document []Block

// Kind says what a block is.
type Kind string

// The kinds of blocks. There are no others: no HTML, no pictures.
const (
	Paragraph Kind = "paragraph"
	Heading   Kind = "heading"
	List      Kind = "list"
	Quote     Kind = "quote"
	Code      Kind = "code"
	Table     Kind = "table"
	Rule      Kind = "rule"
)

// Block is one part of a document. Only the fields of its kind are set.
type Block struct {
	Kind Kind

	Spans []Span // Paragraph, Heading
	Level int    // Heading: from 1 to 6

	Items   []Document // List
	Ordered bool       // List: numbered from Start on
	Start   int

	Blocks Document // Quote

	Rows  [][]Cell // Table: the first is its head, and all have as many cells
	Align []Align  // Table: of its columns

	Text     string // Code: verbatim
	Language string // Code: as its author calls it; empty if not named
}

// Cell is what stands in one row and column of a table.
type Cell []Span

// Align is where the text of a column stands.
type Align string

// The alignments of columns; None leaves it to who draws the table.
const (
	None   Align = ""
	Left   Align = "left"
	Center Align = "center"
	Right  Align = "right"
)

// Span is a stretch of text in one style, or the mark of a citation, which has no text.
type Span struct {
	Text   string // plain: nothing in it is markup; "\n" is a line break
	Bold   bool
	Italic bool
	Struck bool
	Code   bool
	Link   string // an http(s) address that may be opened; empty: no link

	Cite        int  // from 1: the number of the match that is cited; 0: no citation
	Unsupported bool // it marks the sentence before it as one that nothing supports
}

// IsMark reports whether the span is a citation or the mark of an unsupported sentence.
func (s Span) IsMark() bool { return s.Cite > 0 || s.Unsupported }

// styled returns the span's style without its text.
func (s Span) styled() Span {
	s.Text = ""
	return s
}

// Plain returns the text of spans without styles and marks.
func Plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Each calls visit with the spans of every paragraph, heading and table cell, in their order.
func (d Document) Each(visit func(spans []Span)) {
	d.Edit(func(_ Kind, row []Cell) {
		for _, cell := range row {
			visit(cell)
		}
	})
}

// Edit has edit change the spans of every paragraph and heading, each as a row of one cell, and of every row of a table.
func (d Document) Edit(edit func(in Kind, row []Cell)) {
	for i := range d {
		b := &d[i]
		switch b.Kind {
		case Paragraph, Heading:
			row := []Cell{b.Spans}
			edit(b.Kind, row)
			b.Spans = row[0]
		case Quote:
			b.Blocks.Edit(edit)
		case List:
			for _, item := range b.Items {
				item.Edit(edit)
			}
		case Table:
			for _, row := range b.Rows {
				edit(Table, row)
			}
		}
	}
}

// Pruned returns the document without the paragraphs, headings, items and quotes in which nothing stands any more.
func (d Document) Pruned() (all Document) {
	for _, b := range d {
		switch b.Kind {
		case Paragraph, Heading:
			if len(b.Spans) == 0 {
				continue
			}
		case Quote:
			if b.Blocks = b.Blocks.Pruned(); len(b.Blocks) == 0 {
				continue
			}
		case List:
			var items []Document
			for _, item := range b.Items {
				if item = item.Pruned(); len(item) > 0 {
					items = append(items, item)
				}
			}
			if b.Items = items; len(items) == 0 {
				continue
			}
		}
		all = append(all, b)
	}
	return all
}

// IsMarked reports whether anything is cited or marked as unsupported.
func (d Document) IsMarked() (marked bool) {
	d.Each(func(spans []Span) { marked = marked || slices.ContainsFunc(spans, Span.IsMark) })
	return marked
}

// Cites returns the numbers that are cited, each once, in their order.
func (d Document) Cites() (all []int) {
	seen := map[int]bool{}
	d.Each(func(spans []Span) {
		for _, s := range spans {
			if s.Cite > 0 && !seen[s.Cite] {
				seen[s.Cite] = true
				all = append(all, s.Cite)
			}
		}
	})
	return all
}

// Join appends spans and makes one of neighbours in the same style. Empty ones go.
func Join(spans []Span, more ...Span) []Span {
	for i := 0; i < len(more); i++ {
		s := more[i]
		if s.IsMark() {
			spans = append(spans, s)
			continue
		}
		end := i + 1
		for end < len(more) && !more[end].IsMark() && more[end].styled() == s.styled() {
			end++
		}
		s.Text, i = Plain(more[i:end]), end-1
		switch last := len(spans) - 1; {
		case s.Text == "":
		case last >= 0 && !spans[last].IsMark() && spans[last].styled() == s.styled():
			spans[last].Text += s.Text
		default:
			spans = append(spans, s)
		}
	}
	return spans
}
