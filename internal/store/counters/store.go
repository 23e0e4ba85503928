// Package counters stores numbers per user: used allowances and positions in logs.
package counters

import (
	"engram/internal/quota"
	"engram/internal/store"
)

var _ quota.Store = (*Store)(nil)

// Store stores the counters of quotas. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
