package highlights

import (
	"context"
	"time"

	"engram/internal/highlight"
	"engram/internal/store"
)

// Due implements highlight.ReviewStore.
func (s *Store) Due(
	ctx context.Context, userID string, from, before time.Time, limit int,
) (due []highlight.Found, answered []string, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		due, err = store.Collect(ctx, t.Querier, scanFound, foundQuery+`
			WHERE h.user_id = $1 AND h.due_at > 0 AND h.due_at < $2 AND h.answered_at < $3
			ORDER BY h.due_at, h.id LIMIT $4`, userID, before.UnixMilli(), from.UnixMilli(), limit)
		if err != nil {
			return err
		}
		answered, err = store.Collect(ctx, t.Querier, store.ScanString, `SELECT memory_id FROM highlights
			WHERE user_id = $1 AND answered_at > 0 AND answered_at >= $2 ORDER BY answered_at, id`, userID, from.UnixMilli())
		return err
	})
	return due, answered, store.Explain(err, "list the highlights due of", userID)
}

// SetReview implements highlight.ReviewStore.
func (s *Store) SetReview(ctx context.Context, userID, id string, r highlight.Review) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		return change(ctx, t, userID, id, func(highlight.Highlight) error {
			_, err := t.Exec(ctx, `UPDATE highlights SET kept = $3, due_at = $4, answered_at = $5 WHERE user_id = $1 AND id = $2`,
				userID, id, r.Kept, store.MillisOrZero(r.DueAt), store.MillisOrZero(r.At))
			return err
		})
	})
	s.notify(userID, err)
	return store.Explain(err, "review highlight", id)
}

// forGood is stored where highlights never come back.
const forGood = -1

// Showing implements highlight.ReviewStore.
func (s *Store) Showing(ctx context.Context, userID string) (highlight.Showing, error) {
	var until int64
	err := s.db.Reader().Row(ctx, `SELECT highlights_hidden_until FROM users WHERE user_id = $1`, userID).Scan(&until)
	showing := highlight.Showing{Enabled: until != forGood}
	if showing.Enabled {
		showing.HiddenUntil = store.TimeOrZero(until)
	}
	return showing, store.Explain(store.OrNotFound(err, "Account not found"), "read whether highlights come back of", userID)
}

// SetShowing implements highlight.ReviewStore.
func (s *Store) SetShowing(ctx context.Context, userID string, showing highlight.Showing) error {
	until := max(store.MillisOrZero(showing.HiddenUntil), 0)
	if !showing.Enabled {
		until = forGood
	}
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE users SET highlights_hidden_until = $2 WHERE user_id = $1`, userID, until)
		return err
	})
	return store.Explain(err, "say whether highlights come back of", userID)
}
