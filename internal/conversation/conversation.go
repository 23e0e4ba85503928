// Package conversation keeps and lists what a person asked and what they were answered.
//
// An answer holds words of memories. When one of these memories is deleted, the answers that hold its words are withdrawn:
// the question stays, what was said is gone.
package conversation

import (
	"context"
	"time"

	"engram/internal/answer"
	"engram/internal/recall"
)

const (
	// MostKept is how many conversations a user has; those that have not changed for longest go.
	MostKept = 1000
	// MostTurns is how many questions one conversation has.
	MostTurns = 50
)

// Conversation is questions that follow each other.
type Conversation struct {
	ID        string // UUIDv7
	UserID    string
	Title     string // the first question, or its beginning
	Memory    string // the one that every question of it is asked of, which may be gone; empty: all are asked
	Turns     int    // how many there are
	CreatedAt time.Time
	UpdatedAt time.Time // when the last turn was kept
}

// Turn is a question and its answer.
type Turn struct {
	Question  string
	Asked     string         // what a follow-up was read as; empty: it was taken as it is
	Kind      string         // of the memories that were asked; empty: every kind
	Filters   recall.Filters // what the words of the question narrowed it to
	Answer    answer.Answer
	Titles    []string // of the memories that the answer cites, in their order, none of a refusal; told, never kept
	Sources   []string // the memories that the answer holds words of, each once, in the order of their ids
	At        time.Time
	Withdrawn bool // a memory that the answer holds words of was deleted since, so the answer is empty
}

// Draft is a turn that is to be kept.
type Draft struct {
	Conversation Conversation // of a follow-up: its ID, UserID and UpdatedAt alone
	New          bool         // the conversation begins with it
	Turn         Turn
}

// Page asks for a part of a list.
type Page struct {
	Words  []string // folded; each begins a word of a question or an answer of the conversation; none: every conversation
	Before Position // of the last conversation of the page before; the zero value: from the newest
	Limit  int
}

// Position is where a conversation stands in the list.
type Position struct {
	UpdatedAt time.Time
	ID        string
}

// Found is a conversation of a list.
type Found struct {
	Conversation
	Turn Turn // question and answer alone: the last one that holds a word of the page, without words the last of all
}

// Store keeps conversations. Every method sees the given user's rows alone.
type Store interface {
	// KeepTurn puts a turn behind those of its conversation, in one transaction. The turn is kept withdrawn when one of its
	// sources is gone, and without what it was read as when another turn of the conversation is withdrawn. With a new
	// conversation, those beyond MostKept go. fault.NotFound when the conversation is not the user's; fault.Invalid when it
	// has MostTurns.
	KeepTurn(ctx context.Context, d Draft) error
	// Conversation returns one with its turns in order; fault.NotFound when it is not the user's.
	Conversation(ctx context.Context, userID, id string) (Conversation, []Turn, error)
	// Conversations returns a page, what changed last first.
	Conversations(ctx context.Context, userID string, page Page) ([]Found, error)
	// DropConversation removes one with its turns; fault.NotFound when it is not the user's.
	DropConversation(ctx context.Context, userID, id string) error
	// DropConversations removes all of them.
	DropConversations(ctx context.Context, userID string) error
	TermStore
}
