package store

import (
	"context"

	"engram/internal/embed"
)

// ReadOf implements embed.Shelf.
func (s *Store) ReadOf(ctx context.Context, userID, model string) (p embed.Progress, err error) {
	err = s.readSnapshot(ctx, func(t tx) error {
		all, err := t.count(ctx, userID, passageCount, always)
		if err != nil {
			return err
		}
		unread, err := t.unread(ctx, model, `SELECT COUNT(*) FROM passages WHERE model = $1 AND user_id = $2`, userID)
		p = embed.Progress{Read: all - unread, Passages: all}
		return err
	})
	return p, explain(err, "count the passages of", userID)
}

// ReadOfAll implements embed.Shelf, across users as its port says.
func (s *Store) ReadOfAll(ctx context.Context, model string) (p embed.Progress, err error) {
	err = s.readSnapshot(ctx, func(t tx) error {
		var all int64
		err := t.row(ctx, `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM counters WHERE name = $1 AND period = $2`,
			string(passageCount), always).Scan(&all)
		if err != nil {
			return err
		}
		unread, err := t.unread(ctx, model, `SELECT COUNT(*) FROM passages WHERE model = $1`)
		p = embed.Progress{Read: all - unread, Passages: all}
		return err
	})
	return p, explain(err, "count the passages that were read by", model)
}

// unread sums what the query counts for each model but the given one. What that one has seen, which in the end is
// everything, is not looked at: the index passages_by_model leads past it.
func (s session) unread(ctx context.Context, model, query string, args ...any) (sum int64, err error) {
	others, err := s.otherModels(ctx, model)
	if err != nil {
		return 0, err
	}
	for _, other := range others {
		var n int64
		if err := s.row(ctx, query, append([]any{other}, args...)...).Scan(&n); err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// countPassages tells the counter that n passages come, or go when it is negative. It is told before the sequence, as
// every counter is.
func (t tx) countPassages(ctx context.Context, userID string, n int64) error {
	_, err := t.exec(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + excluded.n`,
		userID, string(passageCount), always, n)
	return err
}
