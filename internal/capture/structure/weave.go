package structure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/document"
)

// match says that a stretch of a text is one of the page: where both begin, without white space,
// and its length in bytes.
type match struct{ text, page, length int }

// weaver writes the parts of an outline with the words of a text. What it does not find on the page
// becomes paragraphs.
type weaver struct {
	outline Outline
	text    string
	bytes   []int32 // where each byte that is no white space stands in the text
	matches []match // in order of both
	done    int     // bytes without white space that are written

	asides   int     // captions that the text leaves out
	page     []int32 // as bytes, of the page's text; nil: not known yet
	squeezed string  // the text without white space; likewise
}

// weave returns the structure of a text of which the matches are known.
func (o Outline) weave(text string, matches []match) document.Document {
	w := &weaver{outline: o, text: text, bytes: placesOf(text), matches: matches}
	all := w.parts(o.parts)
	return referring(append(all, w.upto(len(w.bytes))...))
}

func placesOf(text string) []int32 {
	all := make([]int32, 0, len(text))
	for i, r := range text {
		if !unicode.IsSpace(r) {
			size := max(utf8.RuneLen(r), 1)
			if r == utf8.RuneError {
				_, size = utf8.DecodeRuneInString(text[i:])
			}
			for j := range size {
				all = append(all, int32(i+j))
			}
		}
	}
	return all
}

// source returns the range of bytes of the text for a range of places in it.
func (w *weaver) source(in area) [2]int {
	return [2]int{int(w.bytes[in.from]), int(w.bytes[in.to-1]) + 1}
}

// upto returns the paragraphs of what is not written yet before a place in the text.
func (w *weaver) upto(place int) (all document.Document) {
	if place <= w.done {
		return nil
	}
	source := w.source(area{w.done, place})
	w.done = place
	for _, b := range document.FromText(w.text[source[0]:source[1]]) {
		b.Source[0] += source[0]
		b.Source[1] += source[0]
		all = append(all, b)
	}
	return all
}

// parts writes parts one after the other, each after the text that stands before it.
func (w *weaver) parts(parts []part) (all document.Document) {
	for _, p := range parts {
		all = append(all, w.before(p.area)...)
		all = append(all, w.part(p)...)
	}
	return all
}

func (w *weaver) part(p part) document.Document {
	switch p.block.Kind {
	case document.Rule:
		return document.Document{p.block}
	case document.Figure:
		return w.figure(p)
	case document.Quote:
		if p.block.Blocks = w.parts(p.items[0]); len(p.block.Blocks) > 0 {
			return document.Document{p.block}
		}
		return nil
	case document.List:
		return w.list(p)
	}
	return w.leaf(p)
}

// list writes a list, which ends and goes on where other text stands in it.
func (w *weaver) list(p part) (all document.Document) {
	list := p.block
	for i, item := range p.items {
		if len(item) == 0 {
			continue
		}
		before := w.before(area{item[0].area.from, item[len(item)-1].area.to})
		if len(before) > 0 && len(list.Items) > 0 {
			all = append(append(all, list), before...)
			list.Items = nil
		}
		if blocks := w.parts(item); len(blocks) > 0 {
			if list.Ordered && len(list.Items) == 0 {
				list.Start = p.block.Start + i
			}
			list.Items = append(list.Items, blocks)
		}
	}
	if len(list.Items) > 0 {
		all = append(all, list)
	}
	return all
}

// before writes what stands in the text before an area of the page, if that stands in the text.
func (w *weaver) before(in area) document.Document {
	marks := w.from(in.from)
	if len(marks) == 0 || marks[0].page >= in.to {
		return nil
	}
	return w.upto(marks[0].text + max(in.from-marks[0].page, 0))
}

// from returns the matches that end behind a place of the page.
func (w *weaver) from(place int) []match {
	first, _ := slices.BinarySearchFunc(w.matches, place, func(m match, at int) int { return m.page + m.length - 1 - at })
	return w.matches[first:]
}

// pieces returns where an area of the page stands in the text: ranges of places there.
func (w *weaver) pieces(in area) (all []area) {
	for _, m := range w.from(in.from) {
		from, to := max(m.page, in.from), min(m.page+m.length, in.to)
		if m.page >= in.to {
			break
		}
		if from >= to {
			continue
		}
		found := area{m.text + from - m.page, m.text + to - m.page}
		if last := len(all) - 1; last >= 0 && all[last].to == found.from {
			all[last].to = found.to
		} else {
			all = append(all, found)
		}
	}
	return all
}

// leaf writes a leaf as often as other text stands in it.
func (w *weaver) leaf(p part) (all document.Document) {
	for i, piece := range w.pieces(p.area) {
		all = append(all, w.upto(piece.from)...)
		w.done = piece.to
		b := p.block
		if i == 0 {
			b.Anchor = strings.Join(p.names, betweenNames)
		}
		switch b.Kind {
		case document.Table:
			b.Rows = w.rows(p, piece)
			b.Spans = w.cell(p.header, piece)
			b.Source = w.source(piece)
			all = append(all, b)
		case document.Code:
			b.Source = w.indented(w.source(piece))
			b.Text = w.text[b.Source[0]:b.Source[1]]
			all = append(all, b)
		default:
			all = append(all, w.paragraphs(b, p.area, piece)...)
		}
	}
	return all
}

// indented begins a range of the text with the blanks at the beginning of its line.
func (w *weaver) indented(source [2]int) [2]int {
	from := len(strings.TrimRight(w.text[:source[0]], " \t"))
	if from == 0 || w.text[from-1] == '\n' {
		source[0] = from
	}
	return source
}

// paragraphs parts a leaf at the blank lines in it.
func (w *weaver) paragraphs(b document.Block, in, piece area) (all document.Document) {
	for from := piece.from; from < piece.to; {
		to := from + 1
		for to < piece.to && !strings.Contains(w.text[w.bytes[to-1]:w.bytes[to]], "\n\n") {
			to++
		}
		next := b
		next.Spans, next.Source = w.spans(in, area{from, to}), w.source(area{from, to})
		all = append(all, next)
		b.Anchor = ""
		from = to
	}
	return all
}

// figure writes a picture with as much of its caption as stands in the text, or all of it. A
// caption that the text leaves out has no place there.
func (w *weaver) figure(p part) (all document.Document) {
	b := p.block
	pieces := w.pieces(p.area)
	if len(pieces) > 0 {
		b.Source, b.Spans = w.source(pieces[0]), w.spans(p.area, pieces[0])
		w.done = pieces[0].to
	} else {
		b.Spans = w.aside(p.area)
	}
	all = document.Document{b}
	for _, piece := range pieces[min(len(pieces), 1):] {
		all = append(all, w.upto(piece.from)...)
		w.done = piece.to
		all = append(all, w.paragraphs(document.Block{Kind: document.Paragraph}, p.area, piece)...)
	}
	return all
}

// rows writes the rows of a table that have words in a piece of the text, and its head.
func (w *weaver) rows(p part, piece area) (rows [][]document.Cell) {
	for i, row := range p.rows {
		cells, isEmpty := make([]document.Cell, len(row)), true
		for j, in := range row {
			cells[j] = w.cell(in, piece)
			isEmpty = isEmpty && len(cells[j]) == 0
		}
		if i == 0 || !isEmpty {
			rows = append(rows, cells)
		}
	}
	return rows
}

// cell writes what stands of a cell in a piece of the text.
func (w *weaver) cell(in, piece area) (spans document.Cell) {
	for _, found := range w.pieces(in) {
		found = area{max(found.from, piece.from), min(found.to, piece.to)}
		if found.from < found.to {
			spans = document.Join(spans, w.spans(in, found)...)
		}
	}
	for i := range spans {
		spans[i].Text = blankLines.Replace(spans[i].Text)
	}
	return spans
}

var blankLines = strings.NewReplacer("\n\n", "\n", "\t", " ")
