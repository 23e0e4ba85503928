// Package live streams changes of a user's memories and highlights to connected clients.
package live

import (
	"context"

	"engram/internal/memory"
)

// Change is the latest change of a memory, or of the highlights of one. A user's changes are
// numbered from 1 in the order in which they became visible.
type Change struct {
	N           int64
	Memory      memory.Memory // current; zero if deleted
	Deleted     string        // ID of a deleted memory
	Highlighted string        // ID of a memory whose highlights changed
}

// Feed reads a user's changes from a store.
type Feed interface {
	// LastChange returns the number of the last change, 0 if there is none. It is cheap.
	LastChange(ctx context.Context, userID string) (int64, error)
	// ChangedSince returns the changes after a number in order, at most limit. A memory
	// is in it once, and once more for its highlights.
	ChangedSince(ctx context.Context, userID string, after int64, limit int) ([]Change, error)
}
