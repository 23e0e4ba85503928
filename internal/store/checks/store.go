// Package checks compares rows with what is stored about them, and repairs differences.
package checks

import (
	"engram/internal/check"
	"engram/internal/store"
)

var _ check.Store = (*Store)(nil)

// Store checks the other stores' rows. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
