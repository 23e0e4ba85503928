// Package conversation stores and lists questions and their answers.
//
// An answer quotes memories. When one of these is deleted, the answers that quote it are withdrawn:
// the question stays, the answer is emptied.
package conversation

import (
	"context"
	"time"

	"engram/internal/answer"
)

const (
	// MostKept is the limit of conversations per user; those unchanged for longest are deleted.
	MostKept = 1000
	// MostTurns is the limit of turns in a conversation.
	MostTurns = 50
)

// Conversation is a sequence of questions with their answers.
type Conversation struct {
	ID        string // UUIDv7
	UserID    string
	Title     string // the first question, shortened
	Memory    string // the only memory asked, perhaps deleted; empty: all
	Turns     int    // number of turns
	CreatedAt time.Time
	UpdatedAt time.Time // when the last turn was stored
}

// Turn is a question and its answer.
type Turn struct {
	Question  string
	Asked     string  // how a follow-up was understood; empty: as asked
	Kind      string  // of the memories asked; empty: any
	Filters   Filters // found in the question's words
	Answer    answer.Answer
	Titles    []string // of the cited memories, in order; not stored
	Sources   []string // ids of the memories quoted, sorted, each once
	At        time.Time
	Withdrawn bool // a source was deleted, so the answer is empty
}

// Draft is a turn to store.
type Draft struct {
	Conversation Conversation // of a follow-up: just ID, UserID and UpdatedAt
	New          bool         // the turn begins the conversation
	Turn         Turn
}

// Page selects a part of a list.
type Page struct {
	Words  []string // folded prefixes that question or answer must contain; none: all
	Before Position // last position of the previous page; zero: from the newest
	Limit  int
}

// Position is the position of a conversation in the list.
type Position struct {
	UpdatedAt time.Time
	ID        string
}

// Found is a conversation in a list.
type Found struct {
	Conversation
	Turn Turn // question and answer of the last turn with a word of the page, or of the last turn
}

// Store stores conversations. Every method is confined to the user's rows.
type Store interface {
	// KeepTurn appends a turn in one transaction: withdrawn if one of its sources is gone, and
	// without Asked if an earlier turn is withdrawn. A new conversation displaces those beyond
	// MostKept. fault.NotFound if the conversation is not the user's; fault.Invalid if it is full.
	KeepTurn(ctx context.Context, d Draft) error
	// Conversation returns a conversation with its turns in order; fault.NotFound if it is not the
	// user's.
	Conversation(ctx context.Context, userID, id string) (Conversation, []Turn, error)
	// Conversations returns a page, latest change first.
	Conversations(ctx context.Context, userID string, page Page) ([]Found, error)
	// DropConversation deletes a conversation; fault.NotFound if it is not the user's.
	DropConversation(ctx context.Context, userID, id string) error
	// DropConversations deletes all of the user's.
	DropConversations(ctx context.Context, userID string) error
	TermStore
}
