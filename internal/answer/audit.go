package answer

import (
	"slices"

	"engram/internal/answer/document"
	"engram/internal/recall"
)

// Audit counts what must hold for every answer, for measurements.
type Audit struct {
	Numbers   int `json:"numbers"`   // [n] in the text
	Valid     int `json:"valid"`     // those of a cited match
	Sentences int `json:"sentences"` // that state something
	Marked    int `json:"marked"`    // those with [?], or whose numbers all are in the matches they cite
}

// Audit examines the answer to a question with these matches, except code.
func (a Answer) Audit(matches []recall.Match) (found Audit) {
	g := newGrounding(gather(matches, choosePassages(matches, 0, func(passage) int { return 0 })))
	a.Blocks.Edit(func(in document.Kind, row []document.Cell) {
		for _, cell := range row {
			a.numbers(cell, matches, &found)
		}
		if in == document.Paragraph {
			g.audit(row[0], &found)
		}
	})
	return found
}

// numbers counts citations in spans.
func (a Answer) numbers(spans []document.Span, matches []recall.Match, found *Audit) {
	for _, s := range spans {
		if s.Cite == 0 {
			continue
		}
		found.Numbers++
		if slices.ContainsFunc(a.Citations, func(c Citation) bool {
			return c.N == s.Cite && c.N <= len(matches) && c.MemoryID == matches[c.N-1].MemoryID
		}) {
			found.Valid++
		}
	}
}

// audit counts the sentences of a paragraph.
func (g *grounding) audit(spans []document.Span, found *Audit) {
	for _, s := range sentencesOf(spans) {
		said := claimOf(document.Prose(s), g.langs)
		if !said.states(document.Prose(s)) {
			continue
		}
		found.Sentences++
		unsupported := slices.ContainsFunc(s, func(s document.Span) bool { return s.Unsupported })
		if own := g.of(s); unsupported || len(own) > 0 && said.hasNumbers(own...) {
			found.Marked++
		}
	}
}
