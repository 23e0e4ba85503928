// Package admin keeps accounts as those see them who look after all of them. Its statements that go across users are an owner's
// or the operator's: httpapi asks who calls before it gets here, and the command line is the operator's own.
package admin

import (
	"context"
	"database/sql"

	"engram/internal/admin"
	"engram/internal/deletion"
	"engram/internal/store"
)

var (
	_ admin.Store    = (*Store)(nil)
	_ deletion.Store = (*Store)(nil)
)

// Remover enqueues removals in the transaction that makes them due.
type Remover interface {
	// RemoveBlobs enqueues the removal of files whose rows are removed.
	RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error
	// DeleteUser enqueues the removal of all that a user has.
	DeleteUser(ctx context.Context, tx *sql.Tx, userID string) error
}

// Store looks after accounts. It is safe for concurrent use.
type Store struct {
	db   *store.DB
	jobs Remover
}

// New returns a Store on db whose removals go to jobs.
func New(db *store.DB, jobs Remover) *Store { return &Store{db, jobs} }

// Size implements admin.Store.
func (s *Store) Size(ctx context.Context) (int64, error) { return s.db.Size(ctx) }
