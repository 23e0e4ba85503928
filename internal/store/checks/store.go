// Package checks reads rows beside what is kept about them, and repairs what does not agree.
package checks

import (
	"engram/internal/check"
	"engram/internal/store"
)

var _ check.Store = (*Store)(nil)

// Store checks what the other stores keep. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
