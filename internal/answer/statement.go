package answer

import (
	"slices"

	"engram/internal/document"
	"engram/internal/recall"
)

// Statement is a sentence of an answer that states something.
type Statement struct {
	Unsupported bool // marked with [?]
	Cited       bool // its citations are of matches that hold all its numbers
}

// Statements returns those of the answer's paragraphs, with citations of these matches.
func (a Answer) Statements(matches []recall.Match) (all []Statement) {
	g := newGrounding(gather(matches, choosePassages(matches, 0, func(passage) int { return 0 })))
	a.Blocks.Edit(func(in document.Kind, row []document.Cell) {
		if in != document.Paragraph {
			return
		}
		for _, s := range sentencesOf(row[0]) {
			said, own := claimOf(document.Prose(s), g.langs), g.of(s)
			if !said.states(document.Prose(s)) {
				continue
			}
			all = append(all, Statement{
				Unsupported: slices.ContainsFunc(s, func(s document.Span) bool { return s.Unsupported }),
				Cited:       len(own) > 0 && said.hasNumbers(own...),
			})
		}
	})
	return all
}
