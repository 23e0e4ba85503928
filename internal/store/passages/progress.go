package passages

import (
	"context"

	"engram/internal/embed"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// Progress implements embed.ProgressStore.
func (s *Store) Progress(ctx context.Context, userID, model string) (p embed.Progress, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		all, err := counters.Count(ctx, t.Querier, userID, counters.Passages, counters.Always)
		if err != nil {
			return err
		}
		p, err = progress(ctx, t.Querier, all, model, `SELECT COUNT(*) FROM passages WHERE model = $1 AND user_id = $2`, userID)
		return err
	})
	return p, store.Explain(err, "count the passages of", userID)
}

// TotalProgress implements embed.ProgressStore, for all users.
func (s *Store) TotalProgress(ctx context.Context, model string) (p embed.Progress, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		var all int64
		err := t.Row(ctx, `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM counters WHERE name = $1 AND period = $2`,
			string(counters.Passages), counters.Always).Scan(&all)
		if err != nil {
			return err
		}
		p, err = progress(ctx, t.Querier, all, model, `SELECT COUNT(*) FROM passages WHERE model = $1`)
		return err
	})
	return p, store.Explain(err, "count the passages that were read by", model)
}

// progress counts the passages that the model has read, as all minus those of other models: the
// index passages_by_model skips the model's own, which are most.
func progress(ctx context.Context, q store.Querier, all int64, model, query string, args ...any) (p embed.Progress, err error) {
	if model == "" {
		return embed.Progress{Passages: all}, nil
	}
	others, err := otherModels(ctx, q, model)
	if err != nil {
		return p, err
	}
	p = embed.Progress{Read: all, Passages: all}
	for _, other := range others {
		var unread int64
		if err := q.Row(ctx, query, append([]any{other}, args...)...).Scan(&unread); err != nil {
			return p, err
		}
		p.Read -= unread
	}
	return p, nil
}

// countPassages adds n to the counter of passages; n may be negative. Like all counters it comes
// before the Sequence.
func countPassages(ctx context.Context, t store.Tx, userID string, n int64) error {
	_, err := t.Exec(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + excluded.n`,
		userID, string(counters.Passages), counters.Always, n)
	return err
}
