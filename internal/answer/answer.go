// Package answer turns a question and the passages found for it into markdown that cites them.
package answer

import (
	"context"

	"engram/internal/recall"
)

// Answer is what a person reads.
type Answer struct {
	Markdown  string // cites memories as [1], [2] in the order of the matches it was made from
	Answered  bool   // false: the memories hold no answer, and Markdown says so plainly
	Citations []Citation
}

// Citation ties a number in the markdown to the words it rests on.
type Citation struct {
	N        int // from 1: the match's position
	MemoryID string
	Quote    string // verbatim from a passage of that memory
	Place    string // fit to show, such as "page 4"; empty when the source has no places
}

// Answerer writes an answer from the matches, best first. It invents nothing: every quote stands in a passage.
type Answerer interface {
	Answer(ctx context.Context, question string, matches []recall.Match) (Answer, error)
}
