// Package passages stores searchable texts with their vectors, as a log that indexes replay.
package passages

import (
	"engram/internal/embed"
	"engram/internal/recall"
	"engram/internal/store"
)

var (
	_ embed.Store         = (*Store)(nil)
	_ embed.ProgressStore = (*Store)(nil)
	_ recall.Source       = (*Store)(nil)
)

// Store stores passages. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
