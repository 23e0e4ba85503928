package store

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"engram/internal/memory"
	"engram/internal/quota"
)

// Counters beside those of quota.
const (
	passageCount = quota.Counter("passages")  // of the log, without deletions
	unclaimed    = quota.Counter("unclaimed") // uploads that no memory holds yet
	sequence     = quota.Counter("sequence")  // the last seq of the user's log
	changes      = quota.Counter("changes")   // the last number of the user's feed
)

// ofKind counts the user's memories of a kind.
func ofKind(kind memory.Kind) quota.Counter {
	if kind == memory.Document {
		return quota.Documents
	}
	return quota.Counter("kind " + kind)
}

// kinds are those that only ofKind counts.
var kinds = []memory.Kind{memory.Link, memory.Video, memory.Tweet, memory.Note}

// always is the period of what is not counted by day.
const always = ""

// take adds one to a counter that is under limit (0: unlimited) and returns its new value; ok is false when it is used
// up. The row stays locked until the transaction ends, so that concurrent ones pass one by one: counting rows instead
// would let them all see the last free place.
func (t tx) take(ctx context.Context, userID string, c quota.Counter, period string, limit int) (n int64, ok bool, err error) {
	ceiling := int64(limit)
	if limit == 0 {
		ceiling = math.MaxInt64
	}
	err = t.row(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, 1)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + 1 WHERE counters.n < $4
		RETURNING n`, userID, string(c), period, ceiling).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}

// giveBack takes one off a counter, never below 0.
func (t tx) giveBack(ctx context.Context, userID string, c quota.Counter, period string) error {
	_, err := t.exec(ctx, `UPDATE counters SET n = n - 1 WHERE user_id = $1 AND name = $2 AND period = $3 AND n > 0`,
		userID, string(c), period)
	return err
}

// advance reserves the next k numbers of the user's sequence and returns the first. The row stays locked until the
// transaction ends, so numbers become visible in their order: a reader that saw one has missed none before it.
func (t tx) advance(ctx context.Context, userID string, k int) (first int64, err error) {
	var last int64
	err = t.row(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n + $4
		RETURNING n`, userID, string(sequence), always, k).Scan(&last)
	return last - int64(k) + 1, err
}

// count reads a counter, 0 when there is no row.
func (s session) count(ctx context.Context, userID string, c quota.Counter, period string) (n int64, err error) {
	err = s.row(ctx, `SELECT n FROM counters WHERE user_id = $1 AND name = $2 AND period = $3`,
		userID, string(c), period).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}
