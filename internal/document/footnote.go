package document

import (
	"slices"
	"strings"
)

// footnoted returns the document with the references that lead to footnotes, and no others:
// markdown has none. It copies what it changes.
func (d Document) footnoted() Document {
	notes, refers := map[string]bool{}, false
	d.walk(func(b Block) {
		if b.IsFootnotes() {
			for _, item := range b.Items {
				notes[item[0].Anchor] = true
			}
		}
		refers = refers || slices.ContainsFunc(slices.Concat(append(slices.Concat(b.Rows...), b.Spans)...), func(s Span) bool { return s.Ref != "" })
	})
	if !refers {
		return d
	}
	return d.referring(notes)
}

// walk calls visit with every block.
func (d Document) walk(visit func(Block)) {
	for _, b := range d {
		visit(b)
		b.Blocks.walk(visit)
		for _, item := range b.Items {
			item.walk(visit)
		}
	}
}

func (d Document) referring(to map[string]bool) Document {
	all := slices.Clone(d)
	for i := range all {
		b := &all[i]
		b.Spans, b.Blocks = only(b.Spans, to), b.Blocks.referring(to)
		b.Items = slices.Clone(b.Items)
		for j, item := range b.Items {
			b.Items[j] = item.referring(to)
		}
		rows := make([][]Cell, len(b.Rows))
		for j, row := range b.Rows {
			rows[j] = slices.Clone(row)
			for k, cell := range row {
				rows[j][k] = only(cell, to)
			}
		}
		b.Rows = rows
	}
	return all
}

// only returns spans that refer to these anchors alone.
func only(spans []Span, to map[string]bool) []Span {
	spans = slices.Clone(spans)
	for i := range spans {
		if !to[spans[i].Ref] {
			spans[i].Ref = ""
		}
	}
	return Join(nil, spans...)
}

// label returns the sign of a footnote.
func label(anchor string) string {
	return "[^" + strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]\`, r) || r <= ' ' {
			return '-'
		}
		return r
	}, anchor) + "]"
}

// footnotes writes the items of a list of footnotes.
func (b Block) footnotes() (lines []string) {
	for _, item := range b.Items {
		for j, line := range strings.Split(item.markdown(), "\n") {
			switch {
			case j == 0:
				line = label(item[0].Anchor) + ": " + line
			case line != "":
				line = "    " + line
			}
			lines = append(lines, line)
		}
	}
	return lines
}
