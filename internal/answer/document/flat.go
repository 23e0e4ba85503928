package document

import "strings"

// hole stands in a flat text for what is no words: code, and marks. No text holds it, since it can't be seen.
const hole = "\x1a"

// flat is the text that a person reads, without styles, so that words are found whatever style their parts have.
func flat(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(flatOf(s))
	}
	return b.String()
}

func flatOf(s Span) string {
	if s.Code || s.IsMark() {
		return hole
	}
	return s.Text
}

// cut returns the spans from one offset of their flat text to another.
func cut(spans []Span, from, to int) (all []Span) {
	at := 0
	for _, s := range spans {
		end := at + len(flatOf(s))
		begin, stop := max(from-at, 0), min(to, end)-at
		switch {
		case begin >= stop:
		case flatOf(s) == hole:
			all = append(all, s)
		default:
			s.Text = s.Text[begin:stop]
			all = append(all, s)
		}
		at = end
	}
	return all
}

// change is what is to stand in the place of a stretch of a flat text.
type change struct {
	from, to int
	with     []Span
}

// apply carries out changes, which come in order and do not overlap.
func apply(spans []Span, changes []change) (all []Span) {
	if len(changes) == 0 {
		return spans
	}
	from := 0
	for _, c := range changes {
		all = join(join(all, cut(spans, from, c.from)...), c.with...)
		from = c.to
	}
	return join(all, cut(spans, from, len(flat(spans)))...)
}
