// Package highlights stores what people mark in their memories. Remarks are part of the log of
// passages, so every change of one moves its passage to the end of the log.
package highlights

import (
	"context"

	"engram/internal/ask"
	"engram/internal/highlight"
	"engram/internal/store"
	"engram/internal/store/counters"
)

var (
	_ ask.Highlights  = (*Store)(nil)
	_ highlight.Store = (*Store)(nil)
)

// Store stores highlights. It is safe for concurrent use.
type Store struct {
	db      *store.DB
	changed func(userID string)
}

// New returns a Store on db. Changed is called after a change of a user's highlights, and must not
// block; it may be nil.
func New(db *store.DB, changed func(userID string)) *Store {
	if changed == nil {
		changed = func(string) {}
	}
	return &Store{db, changed}
}

// markChange gives the highlights of a locked memory the next number of the user's feed. The
// counter stays locked until commit, so it comes last.
func markChange(ctx context.Context, t store.Tx, userID, memoryID string) error {
	n, _, err := counters.Take(ctx, t, userID, counters.Changes, counters.Always, 0)
	if err == nil {
		_, err = t.Exec(ctx, `UPDATE memories SET highlights_change = $3 WHERE user_id = $1 AND id = $2`, userID, memoryID, n)
	}
	return err
}

// MarkRestored numbers the highlights of a memory that is back from the trash, if it has any.
func MarkRestored(ctx context.Context, t store.Tx, userID, memoryID string) error {
	some, err := store.Collect(ctx, t.Querier, store.ScanString,
		`SELECT id FROM highlights WHERE user_id = $1 AND memory_id = $2 ORDER BY id LIMIT 1`, userID, memoryID)
	if err != nil || len(some) == 0 {
		return err
	}
	return markChange(ctx, t, userID, memoryID)
}

// notify calls changed unless the change failed.
func (s *Store) notify(userID string, err error) {
	if err == nil {
		s.changed(userID)
	}
}
