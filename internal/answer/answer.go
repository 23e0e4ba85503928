// Package answer turns a question and the passages found for it into a document that cites them.
package answer

import (
	"context"

	"engram/internal/answer/document"
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
func (q Question) Refusal(fitted bool) document.Document {
	if q.Alone {
		return document.Document{document.Say(NoAnswerInIt)}
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
	Kind Kind
	// Blocks cite matches by their numbers, from 1. What a sentence says that ends in the mark of an unsupported one stands
	// in none of them.
	Blocks    document.Document
	Citations []Citation
	Model     string // that wrote it; empty: it is made of what was saved alone
	Notice    string // fit to show: why it is not the answer that one would expect; empty mostly
}

// Answered reports whether the memories hold an answer. Otherwise Blocks say so plainly.
func (a Answer) Answered() bool { return a.Kind == Answered || a.Kind == Listed }

// Markdown is the answer as text, which cites as [1], [2] and marks as [?].
func (a Answer) Markdown() string { return a.Blocks.Markdown() }

// Kind says what an answer is.
type Kind int

// The kinds of answers. These numbers are kept.
const (
	Refused  Kind = 0 // it says that nothing answers; a list behind names what comes nearest
	Answered Kind = 1
	Closest  Kind = 2 // it quotes what comes closest, and may answer
	Spoken   Kind = 3 // it answers what is no question to memories, such as a greeting
	Listed   Kind = 4 // it says how many memories there are; a list behind names the newest
)

// String names the kind as on the wire.
func (k Kind) String() string {
	switch k {
	case Answered:
		return "answered"
	case Closest:
		return "closest"
	case Spoken:
		return "spoken"
	case Listed:
		return "listing"
	}
	return "refused"
}

// Citation ties a number in the answer to the words it rests on.
type Citation struct {
	N        int // from 1: the match's position
	MemoryID string
	Quote    string // verbatim from a passage of that memory, marks of markdown aside
	Passage  int    // position of that passage in the memory, from 0
	Span     [2]int // the characters of the passage that the quote stands in, from the first up to the second; zero: not known
	Page     int    // of a document, from 1; 0: it has none
	Second   int    // of a recording; 0: it has no time
}

// Piece is a part of an answer that is being written.
type Piece struct {
	Text   string // markdown to be put behind what came before
	Anew   bool   // what came before is to be forgotten
	Change document.Change
}

// Answerer writes an answer from the matches of a question, best first. It invents nothing: every quote stands in a passage.
type Answerer interface {
	// Answer tells of the answer as it comes, where tell is not nil, and returns the whole, which may differ from what was
	// told. It ends when ctx does. Its errors are ours: a model that does not answer is none.
	Answer(ctx context.Context, q Question, tell func(Piece)) (Answer, error)
}
