// Package answer turns a question and the passages found for it into markdown that cites them.
package answer

import (
	"context"

	"engram/internal/recall"
)

// Question is what a person asks, with what their memories say of it.
type Question struct {
	UserID  string
	Text    string         // fit to be understood by itself: a follow-up is rewritten before it comes here
	Before  []Turn         // what was asked and answered before it in the same conversation, oldest first
	Matches []recall.Match // best first
	Private bool           // nothing of it may leave this machine
	Listing *Listing       // nil: it is about a subject
	Alone   bool           // it is asked of one memory, which is the only match there may be
	Aside   Aside          // zero for what asks something of memories
}

// NoAnswerInIt says that the one memory that was asked holds none.
const NoAnswerInIt = "Nothing in this memory answers this."

// Refusal says that nothing answers: of everything that was saved with what comes nearest, of one memory without.
func (q Question) Refusal(fitted bool) string {
	if q.Alone {
		return NoAnswerInIt
	}
	return Refusal(q.Matches, fitted)
}

// Listing is a question that asks for all memories of a kind and a time, of which the matches are the newest.
type Listing struct {
	Kind  string // as on the wire; empty: every kind
	Not   string // the kind that is left out; empty: none
	Site  string // whence they come, as "YouTube"; empty: anywhere
	When  string // in English, such as "last week"; empty: any time
	Count int    // as many as are asked for; 0: no number is named
	Total int    // as many as there are
}

// Turn is a question and its answer.
type Turn struct {
	Question string // as it was asked
	Answer   string // markdown
}

// Answer is what a person reads.
type Answer struct {
	// Markdown cites memories as [1], [2] in the order of the matches it was made from. A sentence that ends in [?] is
	// one that nothing in them supports.
	Markdown  string
	Answered  bool    // false: the memories hold no answer, and Markdown says so plainly
	Instead   Instead // what it is then
	Citations []Citation
	Model     string // that wrote it; empty: it is made of what was saved alone
	Notice    string // fit to show: why it is not the answer that one would expect; empty mostly
}

// Instead is what stands in the place of an answer.
type Instead int

// What an answer is that answers nothing. These numbers are kept.
const (
	Refused Instead = 0 // it says that nothing answers, and names what comes nearest
	Closest Instead = 2 // it quotes what comes closest, and may answer
	Spoken  Instead = 3 // it answers what is no question to memories, such as a greeting
)

// Citation ties a number in the markdown to the words it rests on.
type Citation struct {
	N        int // from 1: the match's position
	MemoryID string
	Quote    string // verbatim from a passage of that memory
	Place    string // fit to show, such as "page 4"; empty when the source has no places
}

// Piece is a part of an answer that is being written.
type Piece struct {
	Text string // to be put behind what came before
	Anew bool   // what came before is to be forgotten
}

// Answerer writes an answer from the matches of a question, best first. It invents nothing: every quote stands in a passage.
type Answerer interface {
	// Answer tells of the answer as it comes, where tell is not nil, and returns the whole, which may differ from what was
	// told. It ends when ctx does. Its errors are ours: a model that does not answer is none.
	Answer(ctx context.Context, q Question, tell func(Piece)) (Answer, error)
}
