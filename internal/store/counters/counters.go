package counters

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"engram/internal/memory"
	"engram/internal/quota"
	"engram/internal/store"
)

// Counters beside those of quota.
const (
	Passages  = quota.Counter("passages")  // in the log, without deletions
	Unclaimed = quota.Counter("unclaimed") // uploads without a memory
	Sequence  = quota.Counter("sequence")  // last seq of the user's log
	Changes   = quota.Counter("changes")   // last number of the user's feed
	Reads     = quota.Counter("reads")     // last number of what is read and opened, which is not in the feed
)

// OfKind returns the counter of a kind's memories.
func OfKind(kind memory.Kind) quota.Counter {
	if kind == memory.Document {
		return quota.Documents
	}
	return quota.Counter("kind " + kind)
}

// Archived returns the counter of a kind's archived memories, which OfKind counts as well.
func Archived(kind memory.Kind) quota.Counter { return quota.Counter("archived " + kind) }

// Always is the period of counters that are never reset.
const Always = ""

// Take increments a counter below limit (0: unlimited) and returns the new value; ok is false at
// the limit. The row stays locked until commit, so one of several racers gets the last place.
func Take(
	ctx context.Context, t store.Tx, userID string, c quota.Counter, period string, limit int,
) (n int64, ok bool, err error) {
	ceiling := int64(limit)
	if limit == 0 {
		ceiling = math.MaxInt64
	}
	err = t.Row(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, 1)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + 1 WHERE counters.n < $4
		RETURNING n`, userID, string(c), period, ceiling).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}

// Add adds n to a counter, not below 0; n may be negative.
func Add(ctx context.Context, t store.Tx, userID string, c quota.Counter, n int) error {
	_, err := t.Exec(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = CASE WHEN counters.n + $5 > 0 THEN counters.n + $5 ELSE 0 END`,
		userID, string(c), Always, max(n, 0), n)
	return err
}

// GiveBack decrements a counter, not below 0.
func GiveBack(ctx context.Context, t store.Tx, userID string, c quota.Counter, period string) error {
	_, err := t.Exec(ctx, `UPDATE counters SET n = n - 1 WHERE user_id = $1 AND name = $2 AND period = $3 AND n > 0`,
		userID, string(c), period)
	return err
}

// Advance reserves the next k numbers of the user's sequence and returns the first.
func Advance(ctx context.Context, t store.Tx, userID string, k int) (first int64, err error) {
	return AdvanceOf(ctx, t, userID, Sequence, k)
}

// AdvanceOf reserves the next k numbers of a counter that only grows, and returns the first. The row
// stays locked until commit, so numbers become visible in order, without gaps for readers.
func AdvanceOf(ctx context.Context, t store.Tx, userID string, c quota.Counter, k int) (first int64, err error) {
	var last int64
	err = t.Row(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + $4
		RETURNING n`, userID, string(c), Always, k).Scan(&last)
	return last - int64(k) + 1, err
}

// Count returns a counter's value, 0 if there is no row.
func Count(ctx context.Context, q store.Querier, userID string, c quota.Counter, period string) (n int64, err error) {
	err = q.Row(ctx, `SELECT n FROM counters WHERE user_id = $1 AND name = $2 AND period = $3`,
		userID, string(c), period).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}
