package store

import (
	"context"

	"engram/internal/plan"
	"engram/internal/quota"
)

// limits are those of the user's plan at this moment: a request that was long on its way has the plan of when it takes, not of
// when it came.
func (t tx) limits(ctx context.Context, userID string, plans plan.Table) (plan.Limits, error) {
	name, err := t.plan(ctx, userID)
	return plans.For(name), err
}

// plan is the user's, which stays what it is until the transaction ends.
func (t tx) plan(ctx context.Context, userID string) (name plan.Name, err error) {
	err = t.row(ctx, `SELECT plan FROM users WHERE user_id = $1`+t.dialect.forShare(), userID).Scan(&name)
	return name, orNotFound(err, "Account not found")
}

// Count implements quota.Store.
func (s *Store) Count(ctx context.Context, userID string, c quota.Counter, period string) (int, error) {
	n, err := s.reader().count(ctx, userID, c, period)
	return int(n), explain(err, "count "+string(c)+" of", userID)
}

// Take implements quota.Store.
func (s *Store) Take(ctx context.Context, userID string, c quota.Counter, period string, plans plan.Table) (taken bool, err error) {
	err = s.writeAnyway(ctx, func(t tx) error {
		limits, err := t.limits(ctx, userID, plans)
		if err != nil {
			return err
		}
		n, ok, err := t.take(ctx, userID, c, period, c.Limit(limits))
		taken = ok
		if err != nil || n != 1 {
			return err
		}
		return t.forgetPeriods(ctx, userID, c, period)
	})
	return taken && err == nil, explain(err, "take from "+string(c)+" of", userID)
}

// forgetPeriods removes the counts of past periods when a new one begins, all but the last: at midnight, a node whose
// clock is behind still counts in it.
func (t tx) forgetPeriods(ctx context.Context, userID string, c quota.Counter, current string) error {
	_, err := t.exec(ctx, `DELETE FROM counters WHERE user_id = $1 AND name = $2 AND period <
		(SELECT MAX(period) FROM counters WHERE user_id = $1 AND name = $2 AND period < $3)`, userID, string(c), current)
	return err
}

// GiveBack implements quota.Store.
func (s *Store) GiveBack(ctx context.Context, userID string, c quota.Counter, period string) error {
	err := s.writeAnyway(ctx, func(t tx) error { return t.giveBack(ctx, userID, c, period) })
	return explain(err, "give back to "+string(c)+" of", userID)
}
