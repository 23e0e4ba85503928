// Package memories stores memories, uploads and tweets, and the feed of their changes.
package memories

import (
	"context"
	"database/sql"

	"engram/internal/capture"
	"engram/internal/library"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/trash"
	"engram/internal/tweet"
	"engram/internal/upload"
)

var (
	_ capture.Store = (*Store)(nil)
	_ live.Feed     = (*Store)(nil)
	_ library.Store = (*Store)(nil)
	_ memory.Store  = (*Store)(nil)
	_ trash.Store   = (*Store)(nil)
	_ tweet.Store   = (*Store)(nil)
	_ upload.Store  = (*Store)(nil)
)

// Enqueuer enqueues jobs in the transaction that saves what they are for. A retried transaction
// enqueues again, after a rollback.
type Enqueuer interface {
	// Capture enqueues a capture. Waiting is the number of the user's uncaptured memories, this one
	// included, up to MaxWaiting: users with few come first.
	Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error
	// CaptureBehind enqueues a capture that lets all of Capture go first.
	CaptureBehind(ctx context.Context, tx *sql.Tx, userID, memoryID string) error
	// Illustrate enqueues the fetching of a memory's figures.
	Illustrate(ctx context.Context, tx *sql.Tx, userID, memoryID string) error
	// RemoveBlobs enqueues the deletion of blobs without a row.
	RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error
	// Recapture enqueues a capture now. A running one suffices unless anew is set, since its result
	// would be rejected.
	Recapture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int, anew bool) error
}

// MaxWaiting is up to which number waiting memories are counted.
const MaxWaiting = 100

// Hooks are called after transactions and must not block. Either may be nil.
type Hooks struct {
	Saved   func()              // after a change that may have written passages
	Changed func(userID string) // after a change to a user's memories
}

// Store stores memories. It is safe for concurrent use.
type Store struct {
	db    *store.DB
	jobs  Enqueuer
	hooks Hooks
}

// New returns a Store that enqueues through jobs, which may be nil if nothing is captured.
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
