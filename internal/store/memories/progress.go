package memories

import (
	"context"
	"database/sql"
	"math"

	"engram/internal/document"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// shares is the number of parts that a share is stored in.
const shares = 10_000

// SaveProgress implements memory.Store.
func (s *Store) SaveProgress(ctx context.Context, userID, id string, p document.Progress) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `UPDATE memories SET read_leaf = $3, read_share = $4 WHERE user_id = $1 AND id = $2`,
			userID, id, p.Leaf, shareOf(p))
		if err == nil && n == 0 {
			return orMemoryNotFound(sql.ErrNoRows)
		}
		if err != nil {
			return err
		}
		return markRead(ctx, t, userID, id)
	})
	return store.Explain(err, "save progress of memory", id)
}

// markRead assigns the next number of what is read and opened to a memory, for what filters by it.
func markRead(ctx context.Context, t store.Tx, userID, id string) error {
	n, _, err := counters.Take(ctx, t, userID, counters.Reads, counters.Always, 0)
	if err == nil {
		_, err = t.Exec(ctx, `UPDATE memories SET read_change = $3 WHERE user_id = $1 AND id = $2`, userID, id, n)
	}
	return err
}

// shareOf returns a Progress's share as it is stored; -1 if the memory was never read.
func shareOf(p document.Progress) int64 {
	if !p.Begun {
		return -1
	}
	return int64(math.Round(p.Share * shares))
}
