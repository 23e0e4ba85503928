package flow

import (
	"strings"

	"engram/internal/document"
	"engram/internal/plaintext"
)

// Lay returns the text of a tree and notes in each leaf where its text is: paragraphs parted by
// blank lines, the items of a list on lines.
func Lay(doc document.Document) string {
	var l layout
	l.blocks(doc, 0)
	return l.text.String()
}

type layout struct {
	text strings.Builder
	near bool // the next leaf follows an item of the same list
}

func (l *layout) blocks(doc document.Document, lists int) {
	for i := range doc {
		b := &doc[i]
		switch b.Kind {
		case document.Rule:
		case document.Quote:
			l.blocks(b.Blocks, lists)
		case document.List:
			for j := range b.Items {
				l.near = lists > 0 || j > 0
				l.blocks(b.Items[j], lists+1)
			}
			l.near = false
		default:
			l.leaf(b)
		}
	}
}

func (l *layout) leaf(b *document.Block) {
	said := b.Plain()
	if b.Image != nil && said == "" {
		l.write(b.Image.Alt) // found by it, though it is no text of the leaf
		return
	}
	b.Source = l.write(said)
}

// write adds a leaf's text and returns its range.
func (l *layout) write(said string) [2]int {
	if said == "" {
		return [2]int{}
	}
	switch {
	case l.text.Len() == 0:
	case l.near:
		l.text.WriteByte('\n')
	default:
		l.text.WriteString("\n\n")
	}
	l.near = false
	from := l.text.Len()
	l.text.WriteString(said)
	return [2]int{from, l.text.Len()}
}

// tidy returns spans without what is not to be seen, and without blanks around them.
func tidy(spans []document.Span, verbatim bool) []document.Span {
	for i := range spans {
		spans[i].Text = strings.ReplaceAll(plaintext.Clean(spans[i].Text), "\r", "")
	}
	spans = document.Join(nil, spans...)
	if verbatim {
		return spans
	}
	for len(spans) > 0 {
		if spans[0].Text = strings.TrimLeft(spans[0].Text, " \t\n\u00a0"); spans[0].Text != "" {
			break
		}
		spans = spans[1:]
	}
	for last := len(spans) - 1; last >= 0; last-- {
		if spans[last].Text = strings.TrimRight(spans[last].Text, " \t\n\u00a0"); spans[last].Text != "" {
			break
		}
		spans = spans[:last]
	}
	return spans
}
