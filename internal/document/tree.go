package document

import (
	"iter"
	"strings"
)

// Version is the version of the tree that is stored of captured texts.
const Version = 1

// Leaves returns the blocks that have text of their own, in reading order: paragraphs, headings,
// code, tables and figures. Highlights count them from 0.
func (d Document) Leaves() iter.Seq[*Block] {
	return func(yield func(*Block) bool) { d.leaves(yield) }
}

func (d Document) leaves(yield func(*Block) bool) bool {
	for i := range d {
		b := &d[i]
		switch b.Kind {
		case Rule:
		case Quote:
			if !b.Blocks.leaves(yield) {
				return false
			}
		case List:
			for _, item := range b.Items {
				if !item.leaves(yield) {
					return false
				}
			}
		default:
			if !yield(b) {
				return false
			}
		}
	}
	return true
}

// Plain returns the text of a leaf: of a table its caption and rows on lines, cells parted by tabs.
func (b Block) Plain() string {
	switch b.Kind {
	case Code:
		return b.Text
	case Table:
		lines := make([]string, 0, len(b.Rows)+1)
		if caption := joined(b.Spans); caption != "" {
			lines = append(lines, caption)
		}
		for _, row := range b.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = joined(cell)
			}
			lines = append(lines, strings.Join(cells, "\t"))
		}
		return strings.Join(lines, "\n")
	}
	return joined(b.Spans)
}

// IsFootnotes reports whether every item of a numbered list can be referred to.
func (b Block) IsFootnotes() bool {
	for _, item := range b.Items {
		if len(item) == 0 || item[0].Anchor == "" {
			return false
		}
	}
	return b.Kind == List && b.Ordered
}

// Progress is the place in a document that its reader has read to. Zero: it was never read.
type Progress struct {
	Begun bool
	Leaf  int     // that was read last
	Share float64 // of the text that is read, from 0 to 1
}

// FromText returns the paragraphs of a text, which blank lines part, with their Source.
func FromText(text string) (all Document) {
	for from := 0; from < len(text); {
		end, next := len(text), len(text)
		if i := strings.Index(text[from:], "\n\n"); i >= 0 {
			end, next = from+i, from+i+2
		}
		words := strings.Trim(text[from:end], "\n")
		if strings.TrimSpace(words) != "" {
			at := from + strings.Index(text[from:end], words)
			all = append(all, Block{
				Kind: Paragraph, Spans: []Span{{Text: words}}, Source: [2]int{at, at + len(words)},
			})
		}
		from = next
	}
	return all
}

// After returns the document with the passages of all places counted on from first. It changes d.
func (d Document) After(first int) Document {
	for leaf := range d.Leaves() {
		if leaf.From != nil {
			leaf.From.Passage += first
		}
		if leaf.Image != nil && leaf.Image.Said != nil {
			leaf.Image.Said.Passage += first
		}
	}
	return d
}

// Shift returns the document with its leaves a number of bytes later in their text. It changes d.
func (d Document) Shift(bytes int) Document {
	for leaf := range d.Leaves() {
		if leaf.Source[0] < leaf.Source[1] {
			leaf.Source[0] += bytes
			leaf.Source[1] += bytes
		}
	}
	return d
}

// Prefix returns the document with a prefix before its anchors and in what refers to them, so that
// it can be joined with others. It changes d.
func (d Document) Prefix(prefix string) Document {
	for leaf := range d.Leaves() {
		if leaf.Anchor != "" {
			leaf.Anchor = prefix + leaf.Anchor
		}
		for _, cells := range append(leaf.Rows, []Cell{leaf.Spans}) {
			for _, spans := range cells {
				for i := range spans {
					if spans[i].Ref != "" {
						spans[i].Ref = prefix + spans[i].Ref
					}
				}
			}
		}
	}
	return d
}

// Bounds of a captured tree. What goes beyond them keeps its text in simpler blocks.
const (
	MaxBlocks = 20_000
	MaxNested = 8
)

// Bounded returns the document with at most MaxNested levels of lists and quotes and MaxBlocks
// blocks: deeper ones move up, and those after the last are left out.
func (d Document) Bounded() Document {
	left := MaxBlocks
	return d.bounded(MaxNested, &left)
}

func (d Document) bounded(levels int, left *int) (all Document) {
	for _, b := range d {
		if *left <= 0 {
			break
		}
		switch {
		case (b.Kind == Quote || b.Kind == List) && levels == 0:
			all = append(all, b.flattened(left)...)
			continue
		case b.Kind == Quote:
			b.Blocks = b.Blocks.bounded(levels-1, left)
		case b.Kind == List:
			items := make([]Document, 0, min(len(b.Items), *left))
			for _, item := range b.Items {
				if item = item.bounded(levels-1, left); len(item) > 0 {
					items = append(items, item)
				}
			}
			b.Items = items
		}
		*left -= 1 + len(b.Rows)
		all = append(all, b)
	}
	return all
}

// flattened returns the leaves below a block.
func (b Block) flattened(left *int) (all Document) {
	for leaf := range (Document{b}).Leaves() {
		if *left <= 0 {
			break
		}
		*left -= 1 + len(leaf.Rows)
		all = append(all, *leaf)
	}
	return all
}
