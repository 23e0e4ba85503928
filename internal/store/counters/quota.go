package counters

import (
	"context"

	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

// Limits are those of the user's plan at this moment: a request that was long on its way has the plan of when it takes, not of
// when it came.
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

// forgetPeriods removes the counts of past periods when a new one begins, all but the last: at midnight, a node whose
// clock is behind still counts in it.
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
