// Package payments stores subscriptions and checkouts, and the plan that they grant.
package payments

import (
	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/store"
)

var (
	_ billing.Store = (*Store)(nil)
	_ testpay.Store = (*Store)(nil)
)

// Store stores payments. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
