// Package memories keeps what users save: memories, uploads and tweets, and the feed of their changes.
package memories

import (
	"context"
	"database/sql"

	"engram/internal/capture"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/tweet"
	"engram/internal/upload"
)

var (
	_ capture.Store = (*Store)(nil)
	_ live.Feed     = (*Store)(nil)
	_ memory.Store  = (*Store)(nil)
	_ tweet.Store   = (*Store)(nil)
	_ upload.Store  = (*Store)(nil)
)

// Enqueuer puts jobs on the queue within the transaction that saves what they are about, so that neither is ever there
// without the other. A transaction may be tried again from its start: then its jobs were rolled back with it.
type Enqueuer interface {
	// Capture asks for the text of a memory. Waiting counts the user's memories without their text yet, this one among
	// them, up to MaxWaiting: a user with few goes before one with many.
	Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error
	// RemoveBlobs asks for the removal of at least one blob that no row names any more.
	RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error
	// Recapture asks for the text of a memory now. A capture that runs is enough, unless it is to be captured anew: what
	// that one stores is refused, so another follows. Waiting is Capture's.
	Recapture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int, anew bool) error
}

// MaxWaiting is how far the memories that wait for their capture are counted.
const MaxWaiting = 100

// Hooks are called after transactions, and must not wait. Either may be nil.
type Hooks struct {
	Saved   func()              // after one that may have written passages
	Changed func(userID string) // after one that changed what a user sees of their memories
}

// Store keeps memories. It is safe for concurrent use.
type Store struct {
	db    *store.DB
	jobs  Enqueuer
	hooks Hooks
}

// New returns a Store on db whose transactions enqueue through jobs, which is nil where nothing is captured.
func New(db *store.DB, jobs Enqueuer, hooks Hooks) *Store {
	return &Store{db: db, jobs: jobs, hooks: hooks}
}

func (s *Store) saved() {
	if s.hooks.Saved != nil {
		s.hooks.Saved()
	}
}

func (s *Store) changed(userID string) {
	if s.hooks.Changed != nil {
		s.hooks.Changed(userID)
	}
}
