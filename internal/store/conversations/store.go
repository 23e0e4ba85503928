// Package conversations stores questions and answers, and withdraws answers whose memories are
// deleted.
package conversations

import (
	"engram/internal/conversation"
	"engram/internal/store"
)

var (
	_ conversation.Store     = (*Store)(nil)
	_ conversation.TermStore = (*Store)(nil)
)

// Store stores conversations. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
