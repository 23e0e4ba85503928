// Package store holds all SQL, once, for SQLite and Postgres.
//
// A Store implements the Store ports of account, audit, memory, upload, quota, capture, embed, tweet and conversation, the Feed of live and the Source of recall. A method
// is a whole verb in one transaction: what it acknowledges is there, with its counters, its log entries and its jobs, or
// none of it is. Every statement filters on the user; the few that can't say why.
package store

import (
	"context"
	"database/sql"
)

// Enqueuer puts jobs on the queue within the transaction that saves what they are about, so that neither is ever there
// without the other. A transaction may be tried again from its start: then its jobs were rolled back with it.
type Enqueuer interface {
	// Capture asks for the text of a memory. Waiting is how many of the user's memories wait for theirs, this one among
	// them: whoever has many in line lets others go first. It is counted up to MaxWaiting.
	Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error
	// RemoveBlobs asks for the removal of at least one blob that no row names any more.
	RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error
	// Recapture asks for the text of a memory now: a capture that was to be tried again later begins. One that runs is
	// enough, unless it is to be captured anew: then another follows, since what that one stores is refused. Waiting is
	// Capture's.
	Recapture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int, anew bool) error
}

// MaxWaiting is how far the memories that wait for their capture are counted.
const MaxWaiting = 100

// Store reads and writes what Engram keeps. It is safe for concurrent use.
type Store struct {
	db      *DB
	jobs    Enqueuer
	saved   func()              // see OnPassages
	changed func(userID string) // see OnChange
}

// New returns a Store on db whose transactions enqueue through jobs.
func New(db *DB, jobs Enqueuer) *Store {
	return &Store{db: db, jobs: jobs, saved: func() {}, changed: func(string) {}}
}

// OnPassages has saved called after each transaction that may have written passages. It is to be set before the Store is
// used, and what it calls must not wait.
func (s *Store) OnPassages(saved func()) { s.saved = saved }

// OnChange has changed called after each transaction that changed what a user sees of their memories. It is to be set before
// the Store is used, and what it calls must not wait.
func (s *Store) OnChange(changed func(userID string)) { s.changed = changed }
