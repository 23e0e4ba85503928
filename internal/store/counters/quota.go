package counters

import (
	"context"

	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

// Limits returns the limits of the user's current plan, which may have changed since the request
// began.
func Limits(ctx context.Context, t store.Tx, userID string, plans plan.Table) (plan.Limits, error) {
	name, err := accounts.Plan(ctx, t, userID)
	return plans.For(name), err
}

// Count implements quota.Store.
func (s *Store) Count(ctx context.Context, userID string, c quota.Counter, period string) (int, error) {
	n, err := Count(ctx, s.db.Reader(), userID, c, period)
	return int(n), store.Explain(err, "count "+string(c)+" of", userID)
}

// Take implements quota.Store.
func (s *Store) Take(ctx context.Context, userID string, c quota.Counter, period string, plans plan.Table) (taken bool, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		limits, err := Limits(ctx, t, userID, plans)
		if err != nil {
			return err
		}
		n, ok, err := Take(ctx, t, userID, c, period, c.Limit(limits))
		taken = ok
		if err != nil || n != 1 {
			return err
		}
		return forgetPeriods(ctx, t, userID, c, period)
	})
	return taken && err == nil, store.Explain(err, "take from "+string(c)+" of", userID)
}

// forgetPeriods deletes past periods' counts except the last, which nodes with a slow clock still
// use around midnight.
func forgetPeriods(ctx context.Context, t store.Tx, userID string, c quota.Counter, current string) error {
	_, err := t.Exec(ctx, `DELETE FROM counters WHERE user_id = $1 AND name = $2 AND period <
		(SELECT MAX(period) FROM counters WHERE user_id = $1 AND name = $2 AND period < $3)`, userID, string(c), current)
	return err
}

// GiveBack implements quota.Store.
func (s *Store) GiveBack(ctx context.Context, userID string, c quota.Counter, period string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error { return GiveBack(ctx, t, userID, c, period) })
	return store.Explain(err, "give back to "+string(c)+" of", userID)
}
