package document

import "strings"

// hole stands in a flat text for what is no words: code, and marks. No text holds it, since it can't be seen.
const hole = "\x1a"

// Flat is the text that a person reads, without styles, so that words are found whatever style their parts have.
func Flat(spans []Span) string {
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

// Split cuts spans at offsets of their flat text, which ascend: there is one piece more than there are offsets.
func Split(spans []Span, at ...int) [][]Span {
	all := make([][]Span, 1, len(at)+1)
	begin := 0
	for _, s := range spans {
		end := begin + len(flatOf(s))
		for len(at) > 0 && at[0] < end {
			if size := at[0] - begin; size > 0 {
				head := s
				head.Text, s.Text = s.Text[:size], s.Text[size:]
				all[len(all)-1] = append(all[len(all)-1], head)
				begin = at[0]
			}
			all, at = append(all, nil), at[1:]
		}
		all[len(all)-1] = append(all[len(all)-1], s)
		begin = end
	}
	for range at {
		all = append(all, nil)
	}
	return all
}

// Cut returns the spans from one offset of their flat text to another.
func Cut(spans []Span, from, to int) []Span { return Split(spans, from, to)[1] }

// change is what is to stand in the place of a stretch of a flat text.
type change struct {
	from, to int
	with     func(were []Span) []Span
}

// apply carries out changes, which come in order and do not overlap.
func apply(spans []Span, changes []change) (all []Span) {
	if len(changes) == 0 {
		return spans
	}
	var at []int
	for _, c := range changes {
		at = append(at, c.from, c.to)
	}
	for i, piece := range Split(spans, at...) {
		if i%2 == 1 {
			piece = changes[i/2].with(piece)
		}
		all = append(all, piece...)
	}
	return Join(nil, all...)
}
