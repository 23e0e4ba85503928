// Package counters keeps numbers of a user: how much of an allowance is used up, and the last place in a log.
package counters

import (
	"engram/internal/quota"
	"engram/internal/store"
)

var _ quota.Store = (*Store)(nil)

// Store keeps the counters of quotas. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
