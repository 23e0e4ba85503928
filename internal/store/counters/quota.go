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
		_, ok, err := Take(ctx, t, userID, c, period, c.Limit(limits))
		taken = ok
		return err
	})
	return taken && err == nil, store.Explain(err, "take from "+string(c)+" of", userID)
}

// GiveBack implements quota.Store.
func (s *Store) GiveBack(ctx context.Context, userID string, c quota.Counter, period string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error { return GiveBack(ctx, t, userID, c, period) })
	return store.Explain(err, "give back to "+string(c)+" of", userID)
}
