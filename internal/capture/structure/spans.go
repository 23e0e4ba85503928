package structure

import (
	"slices"
	"strconv"
	"strings"

	"engram/internal/document"
)

// spans returns a range of the text in the styles that an area of the page has.
func (w *weaver) spans(in, piece area) (all []document.Span) {
	end := int(w.bytes[piece.from])
	var before document.Span
	for _, m := range w.from(in.from) {
		if m.page >= in.to {
			break
		}
		from, to := max(m.text, piece.from), min(m.text+m.length, piece.to)
		for from < to {
			style, next := w.outline.styleAt(m.page + from - m.text)
			stop := min(to, next-m.page+m.text)
			source := w.source(area{from, stop})
			blank := shared(before, style)
			blank.Text = w.text[end:source[0]]
			all = document.Join(all, blank)
			before = style
			style.Text = w.text[source[0]:source[1]]
			all = document.Join(all, style)
			from, end = stop, source[1]
		}
	}
	return all
}

const (
	maxAside  = 400 // bytes without white space: more is no caption
	maxAsides = 200 // of a document
)

// aside returns the words of an area of the page, unless the text has them elsewhere.
func (w *weaver) aside(in area) (all []document.Span) {
	if in.isEmpty() || in.to-in.from > maxAside || w.asides == maxAsides {
		return nil
	}
	if w.asides++; w.page == nil {
		w.page, w.squeezed = placesOf(w.outline.text), squeezed(w.text)
	}
	if strings.Contains(w.squeezed, squeezed(w.outline.text[w.page[in.from]:w.page[in.to-1]+1])) {
		return nil
	}
	end := w.page[in.from]
	var before document.Span
	for from := in.from; from < in.to; {
		style, next := w.outline.styleAt(from)
		to := min(in.to, next)
		blank := shared(before, style)
		blank.Text = blankLines.Replace(w.outline.text[end:w.page[from]])
		end = w.page[to-1] + 1
		before = style
		style.Text = blankLines.Replace(w.outline.text[w.page[from]:end])
		all = document.Join(all, blank, style)
		from = to
	}
	return all
}

// shared returns what two styles have in common.
func shared(a, b document.Span) (both document.Span) {
	both.Bold, both.Italic = a.Bold && b.Bold, a.Italic && b.Italic
	both.Struck, both.Code = a.Struck && b.Struck, a.Code && b.Code
	if a.Script == b.Script {
		both.Script = a.Script
	}
	if a.Link == b.Link {
		both.Link = a.Link
	}
	if a.Ref == b.Ref {
		both.Ref = a.Ref
	}
	return both
}

const beyond = 1 << 40 // any place

// styleAt returns the style at a place of the page, and where the next one begins.
func (o Outline) styleAt(place int) (style document.Span, next int) {
	i, found := slices.BinarySearchFunc(o.runs, place, func(r run, at int) int { return r.at - at })
	if !found {
		i--
	}
	next = beyond
	if i+1 < len(o.runs) {
		next = o.runs[i+1].at
	}
	return o.runs[i].style, next
}

// referring returns the document with only those references whose target follows in it, or to which
// an arrow leads back. It renames them, since the name of a page's element may be anything.
func referring(d document.Document) document.Document {
	targets := map[string]*target{}
	n := 0
	for leaf := range d.Leaves() {
		n++
		if leaf.Anchor == "" {
			continue
		}
		to := &target{leaf: leaf, at: n}
		for name := range strings.SplitSeq(leaf.Anchor, betweenNames) {
			targets[name] = to
		}
	}
	n, named := 0, 0
	for leaf := range d.Leaves() {
		n++
		for _, cells := range append(leaf.Rows, []document.Cell{leaf.Spans}) {
			for _, spans := range cells {
				for i, s := range spans {
					to := targets[s.Ref]
					if spans[i].Ref = ""; s.Ref == "" || to == nil || to.at == n || to.at < n && !isWayBack(s.Text) {
						continue
					}
					if to.name == "" {
						named++
						to.name = "note-" + strconv.Itoa(named)
					}
					spans[i].Ref = to.name
				}
			}
		}
		leaf.Spans = document.Join(nil, leaf.Spans...)
	}
	for _, to := range targets {
		to.leaf.Anchor = to.name
	}
	return d
}

// isWayBack reports whether words lead from a note back to the text.
func isWayBack(words string) bool {
	words = strings.Trim(words, " \n\u00a0\ufe0e\ufe0f")
	return words != "" && strings.Trim(words, "↩↑⏎^") == ""
}

const betweenNames = "\x00"

// target is a leaf with an anchor.
type target struct {
	leaf *document.Block
	at   int // among the leaves
	name string
}
