// Package answer turns a question and the passages found for it into a document that cites them.
package answer

import (
	"cmp"
	"context"

	"engram/internal/document"
	"engram/internal/recall"
)

// Question is a person's question, with the matches found for it.
type Question struct {
	UserID  string
	Text    string              // a follow-up arrives rewritten to stand alone
	Before  []Turn              // earlier turns of the conversation, oldest first
	Matches []recall.Match      // best first
	Private bool                // nothing may be sent to a model elsewhere
	Listing *Listing            // nil: the question has a subject
	Alone   bool                // about one memory, the only possible match
	Aside   Aside               // zero unless the question may be small talk
	Marks   map[string][]string // words that the person highlighted, by memory; of equal sentences these are quoted
	Ranked  func(order []int)   // receives the order of the matches, by index, that the answer's numbers refer to; nil: as they are
}

// Arrange returns all in an order that Ranked receives.
func Arrange[T any](all []T, order []int) (arranged []T) {
	for _, from := range order {
		arranged = append(arranged, all[from])
	}
	return arranged
}

// NoAnswerInIt is the refusal for a question about one memory.
const NoAnswerInIt = "Nothing in this memory answers this."

// Refusal returns the refusal: with the nearest memories, unless the question is about a single
// one.
func (q Question) Refusal(fitted bool) document.Document {
	if q.Alone {
		return document.Document{document.Say(NoAnswerInIt)}
	}
	return Refusal(q.Matches, fitted)
}

// Listing is a question for all memories of a kind and a time; the matches are the newest.
type Listing struct {
	Kind         string // as on the wire; empty: any
	Not          string // kind to exclude; empty: none
	Site         string // such as "YouTube"; empty: any
	When, Filter string // in English, such as "last week", and in words of a filter; empty: any
	Count        int    // asked for; 0: not given
	Total        int    // that exist
}

// Turn is a question and its answer.
type Turn struct {
	Question string // as asked
	Answer   string // markdown
}

// Answer is the answer to a question.
type Answer struct {
	Kind Kind
	// Blocks cite matches by number, from 1. Sentences without support carry a mark instead.
	Blocks    document.Document
	Citations []Citation
	Model     string // that wrote it; empty: made of saved sentences
	Notice    string // for the person: why this is not the expected answer; usually empty
}

// Answered reports whether the memories hold an answer.
func (a Answer) Answered() bool { return a.Kind == Answered || a.Kind == Listed }

// Markdown returns the answer as markdown with [1] for citations and [?] for unsupported sentences.
func (a Answer) Markdown() string { return a.Blocks.Markdown() }

// Kind is the kind of an answer.
type Kind int

// The kinds of answers. The numbers are stored.
const (
	Refused  Kind = 0 // nothing answers; the blocks may name the nearest memories
	Answered Kind = 1
	Closest  Kind = 2 // quotes what comes closest
	Spoken   Kind = 3 // replies to small talk
	Listed   Kind = 4 // lists memories and their number
)

// Kinds are all kinds, by name.
var Kinds = []Kind{Answered, Closest, Listed, Refused, Spoken}

var kindNames = map[Kind]string{
	Refused: "refused", Answered: "answered", Closest: "closest", Spoken: "spoken", Listed: "listing",
}

// String returns the kind's name on the wire; an unknown one is a refusal.
func (k Kind) String() string { return cmp.Or(kindNames[k], kindNames[Refused]) }

// Citation links a number in the answer to the words that support it.
type Citation struct {
	N        int // position of the match, from 1
	MemoryID string
	Quote    string // verbatim from the passage, without markdown
	Passage  int    // position of the passage in the memory, from 0
	Span     [2]int // characters of the quote in the passage, end exclusive; zero: unknown
	Lit      [2]int // characters of the quote that answer, end exclusive; zero: unknown
	Page     int    // of a document, from 1; 0: none
	Second   int    // of a recording; 0: none
}

// Piece is the next part of an answer being written.
type Piece struct {
	Text   string // markdown to append
	Anew   bool   // discard everything sent before
	Change document.Change
}

// Answerer answers a question from its matches. Every quote is verbatim from a passage.
type Answerer interface {
	// Answer sends the answer as it is written, unless send is nil, and returns the whole, which
	// may differ. It returns when ctx ends. A failing model is not an error: a fallback answers.
	Answer(ctx context.Context, q Question, tell func(Piece)) (Answer, error)
}
