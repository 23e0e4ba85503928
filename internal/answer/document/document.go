// Package document holds an answer as data: blocks of spans. It is parsed once from what a model wrote, within an allow-list,
// and written as markdown by one writer, so that parsing that markdown gives the same document again.
package document

import "strings"

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
	d.Edit(func(_ Kind, spans []Span) []Span {
		visit(spans)
		return spans
	})
}

// Edit puts what edit returns in the place of the spans of every paragraph, heading and table cell.
func (d Document) Edit(edit func(in Kind, spans []Span) []Span) {
	for i := range d {
		b := &d[i]
		switch b.Kind {
		case Paragraph, Heading:
			b.Spans = edit(b.Kind, b.Spans)
		case Quote:
			b.Blocks.Edit(edit)
		case List:
			for _, item := range b.Items {
				item.Edit(edit)
			}
		case Table:
			for _, row := range b.Rows {
				for i, cell := range row {
					row[i] = edit(Table, cell)
				}
			}
		}
	}
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

// join appends spans and makes one of neighbours in the same style. Empty ones go.
func join(spans []Span, more ...Span) []Span {
	for _, s := range more {
		switch last := len(spans) - 1; {
		case s.IsMark():
			spans = append(spans, s)
		case s.Text == "":
		case last >= 0 && !spans[last].IsMark() && spans[last].styled() == s.styled():
			spans[last].Text += s.Text
		default:
			spans = append(spans, s)
		}
	}
	return spans
}
