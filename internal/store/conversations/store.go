// Package conversations keeps questions with their answers, and withdraws an answer with the memory that it quotes.
package conversations

import (
	"engram/internal/conversation"
	"engram/internal/store"
)

var (
	_ conversation.Store     = (*Store)(nil)
	_ conversation.TermStore = (*Store)(nil)
)

// Store keeps conversations. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
