// Package highlights stores what people mark in their memories. Remarks are part of the log of
// passages, so every change of one moves its passage to the end of the log.
package highlights

import (
	"engram/internal/ask"
	"engram/internal/highlight"
	"engram/internal/store"
)

var (
	_ ask.Highlights  = (*Store)(nil)
	_ highlight.Store = (*Store)(nil)
)

// Store stores highlights. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
