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
		p, err = t.progress(ctx, all, model, `SELECT COUNT(*) FROM passages WHERE model = $1 AND user_id = $2`, userID)
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
		p, err = t.progress(ctx, all, model, `SELECT COUNT(*) FROM passages WHERE model = $1`)
		return err
	})
	return p, explain(err, "count the passages that were read by", model)
}

// progress counts, of all passages, those that the model has read: by what the query counts for each other model. What
// that one has seen, which in the end is everything, is not looked at: the index passages_by_model leads past it.
func (s session) progress(ctx context.Context, all int64, model, query string, args ...any) (p embed.Progress, err error) {
	if model == "" {
		return embed.Progress{Passages: all}, nil
	}
	others, err := s.otherModels(ctx, model)
	if err != nil {
		return p, err
	}
	p = embed.Progress{Read: all, Passages: all}
	for _, other := range others {
		var unread int64
		if err := s.row(ctx, query, append([]any{other}, args...)...).Scan(&unread); err != nil {
			return p, err
		}
		p.Read -= unread
	}
	return p, nil
}

// countPassages tells the counter that n passages come, or go when it is negative. It is told before the sequence, as
// every counter is.
func (t tx) countPassages(ctx context.Context, userID string, n int64) error {
	_, err := t.exec(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + excluded.n`,
		userID, string(passageCount), always, n)
	return err
}
