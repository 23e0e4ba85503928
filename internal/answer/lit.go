package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/recall"
)

// CitePlace is Cite with the bytes of the passage that answer. Nothing is lit if the quote does not
// hold them.
func CitePlace(n int, p recall.Passage, quote string, place [2]int) Citation {
	c := Cite(n, p, quote)
	if place == [2]int{} {
		return c // without stripping a long passage
	}
	in, of := bareOf(p.Text), bareOf(quote)
	first, end := in.within(place[0], place[1])
	for at := 0; of.text != "" && at < end; at++ {
		next := strings.Index(in.text[at:], of.text)
		if next < 0 {
			break
		}
		at += next
		if from, to := max(first-at, 0), min(end-at, len(of.text)); from < to {
			from, to = of.bytes(from, to)
			c.Lit[0] = utf8.RuneCountInString(quote[:from])
			c.Lit[1] = c.Lit[0] + utf8.RuneCountInString(quote[from:to])
			break
		}
	}
	return c
}

// Light lights what answers in the quotes of a document, which its markdown does not tell.
func Light(d document.Document, citations []Citation) {
	if !slices.ContainsFunc(citations, func(c Citation) bool { return c.Lit != [2]int{} }) {
		return
	}
	d.Edit(func(_ document.Kind, row []document.Cell) {
		for i := range row {
			row[i] = lightQuotes(row[i], citations)
		}
	})
}

// lightQuotes lights the quotes among spans, each before its mark.
func lightQuotes(spans []document.Span, citations []Citation) (all []document.Span) {
	from := 0
	for i, mark := range spans {
		if !mark.IsMark() {
			continue
		}
		quote := spans[from:i]
		for _, c := range citations {
			if first, end := c.litIn(document.Plain(quote)); c.N == mark.Cite && first < end {
				quote = document.Light(quote, first, end)
				break
			}
		}
		all, from = append(append(all, quote...), mark), i+1
	}
	return append(all, spans[from:]...)
}

// litIn returns the bytes that answer in a text that shows the quote and nothing else; none if it
// does not.
func (c Citation) litIn(shown string) (first, end int) {
	quote := []rune(c.Quote)
	if c.Lit[0] >= c.Lit[1] || c.Lit[1] > len(quote) {
		return 0, 0
	}
	of, in := bareOf(c.Quote), bareOf(shown)
	from := len(string(quote[:c.Lit[0]]))
	first, end = of.within(from, from+len(string(quote[c.Lit[0]:c.Lit[1]])))
	if of.text != in.text || first >= end {
		return 0, 0
	}
	return in.bytes(first, end)
}
