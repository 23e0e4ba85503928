package highlight

import (
	"strings"
	"unicode/utf8"

	"engram/internal/document"
)

// Text is the text of a document, in which highlights are placed. It is for one goroutine.
type Text struct {
	leaves []leaf
	index  [2]*index // by letters and visible; nil: not made yet
}

// leaf is a block with text of its own.
type leaf struct {
	text         string
	page, second int
	from         *document.Place
	alt          string          // of a figure: what its picture shows, in words
	said         *document.Place // of alt in the passages; nil: it is not in them
}

// Add appends blocks of the document, in order.
func (t *Text) Add(doc document.Document) {
	for _, block := range doc {
		for b := range (document.Document{block}).Leaves() {
			l := leaf{text: b.Plain(), page: b.Page, second: b.Second, from: b.From}
			if l.page == 0 && l.second == 0 { // a block within a list or a quote
				l.page, l.second = block.Page, block.Second
			}
			if b.Image != nil {
				l.alt, l.said = b.Image.Alt, b.Image.Said
			}
			t.leaves = append(t.leaves, l)
		}
	}
	t.index = [2]*index{}
}

// holds reports whether a range is inside the document.
func (t *Text) holds(r Range) bool {
	inside := func(p Position) bool {
		return p.Leaf >= 0 && p.Leaf < len(t.leaves) && p.Offset >= 0 &&
			p.Offset <= utf8.RuneCountInString(t.leaves[p.Leaf].text)
	}
	return inside(r.Start) && inside(r.End) && r.Start.before(r.End)
}

// between returns the text of a range that the document holds; leaves are joined by line feeds.
func (t *Text) between(r Range) string {
	first, last := t.leaves[r.Start.Leaf].text, t.leaves[r.End.Leaf].text
	from, to := byteAt(first, r.Start.Offset), byteAt(last, r.End.Offset)
	if r.Start.Leaf == r.End.Leaf {
		return first[from:to]
	}
	var b strings.Builder
	b.WriteString(first[from:])
	for _, l := range t.leaves[r.Start.Leaf+1 : r.End.Leaf] {
		b.WriteString("\n" + l.text)
	}
	b.WriteString("\n" + last[:to])
	return b.String()
}

// before and after return up to n characters around a position.
func (t *Text) before(p Position, n int) string {
	text := t.leaves[p.Leaf].text
	context := text[:byteAt(text, p.Offset)]
	for i := p.Leaf - 1; i >= 0 && utf8.RuneCountInString(context) < n; i-- {
		context = t.leaves[i].text + "\n" + context
	}
	return lastRunes(context, n)
}

func (t *Text) after(p Position, n int) string {
	text := t.leaves[p.Leaf].text
	context := text[byteAt(text, p.Offset):]
	for i := p.Leaf + 1; i < len(t.leaves) && utf8.RuneCountInString(context) < n; i++ {
		context += "\n" + t.leaves[i].text
	}
	return context[:byteAt(context, n)]
}

// byteAt returns the byte at which a character of the text begins, its length if it has fewer.
func byteAt(text string, character int) int {
	for i := range text {
		if character == 0 {
			return i
		}
		character--
	}
	return len(text)
}

func lastRunes(text string, n int) string {
	at := len(text)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return text[at:]
}
