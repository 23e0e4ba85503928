// Package document represents an answer or a captured text as a tree of blocks with spans. A
// model's markdown is parsed once, by an allow-list, and written by one writer; parsing what it
// writes gives the same document.
package document

import (
	"slices"
	"strings"
)

// Document is a list of blocks.
type Document []Block

// Kind is the kind of a block.
type Kind string

// The kinds of blocks. HTML is not among them. Answers have no figures.
const (
	Paragraph Kind = "paragraph"
	Heading   Kind = "heading"
	List      Kind = "list"
	Quote     Kind = "quote"
	Code      Kind = "code"
	Table     Kind = "table"
	Rule      Kind = "rule"
	Figure    Kind = "figure"
)

// Block is a block; only the fields of its kind are set.
type Block struct {
	Kind Kind `json:"kind" enum:"paragraph,heading,list,quote,code,table,rule,figure"`

	Spans []Span `json:"spans,omitempty" nullable:"false" doc:"Of a paragraph, a heading, or the caption of a figure or a table."`
	Level int    `json:"level,omitempty" doc:"Of a heading, from 1 to 6."`

	Items   []Document `json:"items,omitempty" nullable:"false" doc:"Of a list."`
	Ordered bool       `json:"ordered,omitempty" doc:"A list that is numbered, from start on."`
	Start   int        `json:"start,omitempty"`

	Blocks Document `json:"blocks,omitempty" nullable:"false" doc:"Of a quote."`

	Rows  [][]Cell `json:"rows,omitempty" nullable:"false" doc:"Of a table: the first is its head, and all have as many cells."`
	Align []Align  `json:"align,omitempty" nullable:"false" doc:"Of the columns of a table."`

	Text     string `json:"text,omitempty" doc:"Code, verbatim."`
	Language string `json:"language,omitempty" doc:"Of code, as its author calls it; absent if not named."`

	Image *Image `json:"image,omitempty" doc:"Of a figure."`

	Task   Task   `json:"task,omitempty" enum:"open,done" doc:"Of the first block of a list's item: the item is a task."`
	Anchor string `json:"anchor,omitempty" doc:"Names the block for the spans that refer to it."`
	Page   int    `json:"page,omitempty" doc:"Page of a document that the block begins on, from 1."`
	Second int    `json:"second,omitempty" doc:"Second of a recording at which the block begins."`
	From   *Place `json:"from,omitempty" doc:"Where the block's text begins in the memory's passages; absent if it is not in them."`

	// Source is the range of bytes of the block's text in the text of its section, while it is
	// captured. Empty: it is not in there.
	Source [2]int `json:"-"`
}

// Task is the state of a list's item that is a task; empty: it is none.
type Task string

// The states of a task.
const (
	Open Task = "open"
	Done Task = "done"
)

// Place is a position in the passages of a memory.
type Place struct {
	Passage int `json:"passage" doc:"Number of the passage, from 0."`
	Offset  int `json:"offset" doc:"Characters (Unicode code points) in its text."`
}

// Image is the picture of a figure.
type Image struct {
	Address string `json:"address,omitempty" doc:"Where it was on the web."`
	Key     string `json:"key,omitempty" doc:"Names the kept file; absent if none is kept."`
	URL     string `json:"url,omitempty" doc:"Our own rendering of the kept file."`
	Alt     string `json:"alt,omitempty" doc:"What it shows, in words."`
	Said    *Place `json:"said,omitempty" doc:"Where its alt begins in the memory's passages; absent if it is not in them."`
	Width   int    `json:"width,omitempty" doc:"In pixels, like its height; absent if unknown."`
	Height  int    `json:"height,omitempty"`
	Coming  bool   `json:"coming,omitempty" doc:"It is still to be fetched: it may have a url soon."`
}

// Cell is the content of a table cell.
type Cell []Span

// Align is the alignment of a table column.
type Align string

// The alignments; None leaves it to the reader.
const (
	None   Align = ""
	Left   Align = "left"
	Center Align = "center"
	Right  Align = "right"
)

// Span is text in one style, or a mark without text.
type Span struct {
	Text   string `json:"text,omitempty" doc:"Plain: nothing in it is markup. A line feed is a line break."`
	Bold   bool   `json:"bold,omitempty"`
	Italic bool   `json:"italic,omitempty"`
	Struck bool   `json:"struck,omitempty"`
	Code   bool   `json:"code,omitempty"`
	Script Script `json:"script,omitempty" enum:"super,sub"`
	Lit    bool   `json:"lit,omitempty" doc:"The words of a quote that answer the question."`
	Link   string `json:"link,omitempty" doc:"An address of the web, or of mail in a saved text, that may be opened; absent: no link."`
	Ref    string `json:"ref,omitempty" doc:"The anchor of a block of this document that it refers to, such as a footnote."`

	Cite        int  `json:"cite,omitempty" doc:"The number of the memory that is cited, from 1; then there is no text."`
	Citation    int  `json:"citation,omitempty" doc:"Which of the answer's citations the mark stands for, from 1; absent while the answer is written and in older ones."`
	Unsupported bool `json:"unsupported,omitempty" doc:"It marks the sentence before it as one that nothing supports; then there is no text."`
}

// Script raises or lowers text; empty: it is on its line.
type Script string

// Raised and lowered text.
const (
	Super Script = "super"
	Sub   Script = "sub"
)

// IsMark reports whether the span is a citation or the mark of an unsupported sentence.
func (s Span) IsMark() bool { return s.Cite > 0 || s.Unsupported }

// styled returns the span's style without its text.
func (s Span) styled() Span {
	s.Text = ""
	return s
}

// Text returns the text of the document, line by line.
func (d Document) Text() string {
	var b strings.Builder
	for _, block := range d {
		switch block.Kind {
		case Paragraph, Heading, Figure:
			b.WriteString(joined(block.Spans) + "\n")
		case Quote:
			b.WriteString(block.Blocks.Text())
		case Code:
			b.WriteString(block.Text + "\n")
		case List:
			for _, item := range block.Items {
				b.WriteString(item.Text())
			}
		case Table:
			for _, row := range block.Rows {
				for _, cell := range row {
					b.WriteString(joined(cell) + " ")
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// joined returns the text of spans as it reads without marks.
func joined(spans []Span) (all string) {
	for _, s := range spans {
		if s.IsMark() {
			all = strings.TrimRight(all, " \n")
		}
		all += s.Text
	}
	return all
}

// Each visits the spans of every paragraph, heading and table cell, in order.
func (d Document) Each(visit func(spans []Span)) {
	d.Edit(func(_ Kind, row []Cell) {
		for _, cell := range row {
			visit(cell)
		}
	})
}

// Edit lets edit change the spans of every paragraph and heading, as a row of one cell, and of
// every table row.
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

// Pruned returns the document without empty paragraphs, headings, items and quotes.
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

// IsMarked reports whether there is a citation or a mark.
func (d Document) IsMarked() (marked bool) {
	d.Each(func(spans []Span) { marked = marked || slices.ContainsFunc(spans, Span.IsMark) })
	return marked
}

// Cites returns the cited numbers, each once, in order.
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

// Light returns the spans with the bytes of their text between two offsets lit.
func Light(spans []Span, from, to int) (all []Span) {
	begin := 0
	for _, s := range spans {
		size := len(s.Text)
		first, end := min(max(from-begin, 0), size), min(max(to-begin, 0), size)
		begin += size
		if s.IsMark() || first >= end {
			all = Join(all, s)
			continue
		}
		before, lit, after := s, s, s
		before.Text, lit.Text, after.Text = s.Text[:first], s.Text[first:end], s.Text[end:]
		lit.Lit = true
		all = Join(Join(Join(all, before), lit), after)
	}
	return all
}

// Join appends spans, merging neighbours of the same style and dropping empty ones.
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
