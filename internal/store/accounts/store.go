// Package accounts stores users, their sessions, tokens and audit log, and the waitlist.
package accounts

import (
	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/store"
	"engram/internal/token"
	"engram/internal/waitlist"
)

var (
	_ account.Store  = (*Store)(nil)
	_ audit.Store    = (*Store)(nil)
	_ token.Store    = (*Store)(nil)
	_ waitlist.Store = (*Store)(nil)
)

// Store stores accounts. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }
