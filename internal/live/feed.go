// Package live tells whoever is watching what changes of their memories, as it changes.
package live

import (
	"context"

	"engram/internal/memory"
)

// Change is the last thing that happened to a memory. A user's changes are numbered from 1, in the order in which they
// became visible.
type Change struct {
	N       int64
	Memory  memory.Memory // as it is now; zero when it was deleted
	Deleted string        // the id of a memory that is gone
}

// Feed is what a store knows of one user's changes.
type Feed interface {
	// LastChange returns the number of the last one, 0 when there was none. It is cheap.
	LastChange(ctx context.Context, userID string) (int64, error)
	// ChangedSince returns those after the given number in their order, at most limit, each memory once.
	ChangedSince(ctx context.Context, userID string, after int64, limit int) ([]Change, error)
}
