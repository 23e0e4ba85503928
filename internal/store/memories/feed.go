package memories

import (
	"context"

	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// markChange assigns the next number of the user's feed to a memory. The counter stays locked until
// commit, so numbers become visible in order.
func markChange(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := nextVersion(ctx, t, userID, memoryID)
	return err
}

// nextVersion is markChange, and returns the number.
func nextVersion(ctx context.Context, t store.Tx, userID, memoryID string) (n int64, err error) {
	if n, _, err = counters.Take(ctx, t, userID, counters.Changes, counters.Always, 0); err == nil {
		_, err = t.Exec(ctx, `UPDATE memories SET change = $3 WHERE user_id = $1 AND id = $2`, userID, memoryID, n)
	}
	return n, err
}

// markChanges is markChange for several memories, in one statement.
func markChanges(ctx context.Context, t store.Tx, userID string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	first, err := counters.AdvanceOf(ctx, t, userID, counters.Changes, len(ids))
	if err != nil {
		return err
	}
	args := append([]any{userID, first}, anys(ids)...)
	_, err = t.Exec(ctx, `UPDATE memories SET change = $2 + changed.n FROM (
			SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS n FROM memories
			WHERE user_id = $1 AND id IN (`+store.Placeholders(3, len(ids))+`)) AS changed
		WHERE memories.user_id = $1 AND memories.id = changed.id`, args...)
	return err
}

// markDeletion is markChange for a deleted memory.
func markDeletion(ctx context.Context, t store.Tx, userID, memoryID string) error {
	n, _, err := counters.Take(ctx, t, userID, counters.Changes, counters.Always, 0)
	if err == nil {
		_, err = t.Exec(ctx, `UPDATE deletions SET change = $3 WHERE user_id = $1 AND memory_id = $2`, userID, memoryID, n)
	}
	return err
}

// LastChange implements live.Feed.
func (s *Store) LastChange(ctx context.Context, userID string) (int64, error) {
	n, err := counters.Count(ctx, s.db.Reader(), userID, counters.Changes, counters.Always)
	return n, store.Explain(err, "read last change of", userID)
}

// ChangedSince implements live.Feed. One statement reads all from one state.
func (s *Store) ChangedSince(ctx context.Context, userID string, after int64, limit int) ([]live.Change, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanFeed, feedQuery, userID, after, limit)
	return found, store.Explain(err, "read feed of", userID)
}

const feedQuery = `
	SELECT change, '' AS deleted, '' AS highlighted, ` + memoryColumns + ` FROM memories WHERE user_id = $1 AND change > $2
	UNION ALL
	SELECT change, memory_id, '', ` + noMemory + `
	FROM deletions WHERE user_id = $1 AND change > 0 AND change > $2
	UNION ALL
	SELECT highlights_change, '', id, ` + noMemory + `
	FROM memories WHERE user_id = $1 AND highlights_change > 0 AND highlights_change > $2
	ORDER BY 1
	LIMIT $3`

// noMemory fills memoryColumns.
const noMemory = `'', '', '', '', '', '', '', '', 0, 0, '', '', '', '', 0, 0, 0, 0, '', '', '[]', 0, 0, '', 0, 0, '', 0, '', '', 0, 0, 0, 0, 0, '', 0`

// scanFeed scans the three columns before a memory's.
func scanFeed(row store.Scanner) (c live.Change, err error) {
	err = row.Scan(append([]any{&c.N, &c.Deleted, &c.Highlighted}, memoryFields(&c.Memory)...)...)
	if c.Deleted+c.Highlighted != "" {
		c.Memory = memory.Memory{}
	}
	return c, err
}
