package store

import (
	"context"

	"engram/internal/live"
	"engram/internal/memory"
)

// markChange gives a memory the next number of its user's feed. The counter stays locked until the transaction ends, so
// numbers become visible in their order.
func (t tx) markChange(ctx context.Context, userID, memoryID string) error {
	n, _, err := t.take(ctx, userID, changes, always, 0)
	if err == nil {
		_, err = t.exec(ctx, `UPDATE memories SET change = $3 WHERE user_id = $1 AND id = $2`, userID, memoryID, n)
	}
	return err
}

// markDeletion is markChange for a memory that is gone.
func (t tx) markDeletion(ctx context.Context, userID, memoryID string) error {
	n, _, err := t.take(ctx, userID, changes, always, 0)
	if err == nil {
		_, err = t.exec(ctx, `UPDATE deletions SET change = $3 WHERE user_id = $1 AND memory_id = $2`, userID, memoryID, n)
	}
	return err
}

// LastChange implements live.Feed.
func (s *Store) LastChange(ctx context.Context, userID string) (int64, error) {
	n, err := s.reader().count(ctx, userID, changes, always)
	return n, explain(err, "read last change of", userID)
}

// ChangedSince implements live.Feed. One statement reads memories and deletions, so what it returns is one state of the
// database.
func (s *Store) ChangedSince(ctx context.Context, userID string, after int64, limit int) ([]live.Change, error) {
	found, err := collect(ctx, s.reader(), scanFeed, feedQuery, userID, after, limit)
	return found, explain(err, "read feed of", userID)
}

const feedQuery = `
	SELECT change, '' AS deleted, ` + memoryColumns + ` FROM memories WHERE user_id = $1 AND change > $2
	UNION ALL
	SELECT change, memory_id, '', '', '', '', '', '', '', '', 0, 0, '', '', '', '', 0, 0, 0, 0, '', '', '[]', 0, 0, ''
	FROM deletions WHERE user_id = $1 AND change > 0 AND change > $2
	ORDER BY change
	LIMIT $3`

// scanFeed reads the two columns that stand before a memory's.
func scanFeed(row scanner) (c live.Change, err error) {
	err = row.Scan(append([]any{&c.N, &c.Deleted}, memoryFields(&c.Memory)...)...)
	if c.Deleted != "" {
		c.Memory = memory.Memory{}
	}
	return c, err
}
