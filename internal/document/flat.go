package document

import (
	"regexp"
	"strings"
)

// hole stands for code and marks in a flat text. It is invisible and never in a text.
const hole = "\x1a"

// Plain returns the text of spans, including that of code.
func Plain(spans []Span) string { return concat(spans, func(s Span) string { return s.Text }) }

// flat returns the text without styles, so that addresses and citations match across styles.
func flat(spans []Span) string { return concat(spans, flatOf) }

// Prose returns the text to be split into sentences and words: a letter for code, a blank for each
// mark, no stops in links. Its offsets are those of Split.
func Prose(spans []Span) string {
	return concat(spans, func(s Span) string {
		switch {
		case s.IsMark():
			return " "
		case s.Code:
			return "x"
		case s.Link != "":
			return stop.ReplaceAllStringFunc(s.Text, func(stop string) string { return strings.Repeat("x", len(stop)) })
		}
		return s.Text
	})
}

var stop = regexp.MustCompile(`[.!?…。！？．｡؟।]`)

func concat(spans []Span, textOf func(Span) string) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(textOf(s))
	}
	return b.String()
}

func flatOf(s Span) string {
	if s.Code || s.IsMark() {
		return hole
	}
	return s.Text
}

// Split cuts spans at ascending offsets of their flat text, into one piece more than offsets.
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

// Cut returns the spans between two offsets of their flat text.
func Cut(spans []Span, from, to int) []Span { return Split(spans, from, to)[1] }

// change replaces a part of a flat text.
type change struct {
	from, to int
	with     func(were []Span) []Span
}

// apply applies changes, which are in order and don't overlap.
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
