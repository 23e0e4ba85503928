package eval

import (
	"slices"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/recall"
)

// Audit counts what must hold for every answer of a model, code aside.
type Audit struct {
	Numbers   int `json:"numbers"`   // [n] in the text
	Valid     int `json:"valid"`     // those of a cited match
	Sentences int `json:"sentences"` // that state something
	Marked    int `json:"marked"`    // those with [?], or whose numbers all are in the matches they cite
}

// add counts an answer to a question with these matches.
func (x *Audit) add(a answer.Answer, matches []recall.Match) {
	a.Blocks.Each(func(spans []document.Span) {
		for _, s := range spans {
			if s.Cite == 0 {
				continue
			}
			x.Numbers++
			if slices.ContainsFunc(a.Citations, func(c answer.Citation) bool { return c.N == s.Cite && cites(c, matches) }) {
				x.Valid++
			}
		}
	})
	for _, s := range a.Statements(matches) {
		x.Sentences++
		if s.Unsupported || s.Cited {
			x.Marked++
		}
	}
}

func (x *Audit) merge(other Audit) {
	x.Numbers += other.Numbers
	x.Valid += other.Valid
	x.Sentences += other.Sentences
	x.Marked += other.Marked
}

// cites reports whether a citation's number and id name the same match.
func cites(c answer.Citation, matches []recall.Match) bool {
	return c.N >= 1 && c.N <= len(matches) && matches[c.N-1].MemoryID == c.MemoryID
}
