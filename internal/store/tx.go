package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"

	"engram/internal/fault"
)

// Tx is a transaction.
type Tx struct {
	Querier
	Raw     *sql.Tx // for enqueuing jobs in it
	dialect Dialect
}

// maxTries bounds the attempts of a transaction. Deadlocks are rare, since locks are taken in one
// order: memories, user, counters, uploads, conversations, sequence.
const maxTries = 5

// Write runs do in a transaction and retries on conflicts, so do must not change anything outside
// it.
func (db *DB) Write(ctx context.Context, do func(Tx) error) error {
	if err := db.roomToSave(ctx); err != nil {
		return err
	}
	return db.commit(ctx, do)
}

// WriteAnyway is Write for deletions and essentials: on a full disk it uses the reserve.
func (db *DB) WriteAnyway(ctx context.Context, do func(Tx) error) error {
	err := db.commit(ctx, do)
	if fault.KindOf(err) == fault.NoRoom && db.reserve.release() {
		err = db.commit(ctx, do)
	}
	return err
}

func (db *DB) commit(ctx context.Context, do func(Tx) error) error {
	for try := 1; ; try++ {
		err := db.attempt(ctx, db.write, nil, func(tx Tx) error {
			if err := db.admitted(ctx, tx.Raw); err != nil {
				return err
			}
			return do(tx)
		})
		if db.isFull(err) {
			return fault.Full(err)
		}
		if !isTransient(err) || try == maxTries {
			return err
		}
		if err := pause(ctx, try); err != nil {
			return err
		}
	}
}

// pause waits between attempts, exponentially with jitter.
func pause(ctx context.Context, try int) error {
	return sleep(ctx, rand.N(time.Duration(try)*20*time.Millisecond))
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Snapshot runs several reads on one state of the database.
func (db *DB) Snapshot(ctx context.Context, do func(Tx) error) error {
	return db.attempt(ctx, db.read, db.dialect.snapshot(), do)
}

// Reader runs single statements.
func (db *DB) Reader() Querier { return Querier{db.read} }

func (db *DB) attempt(ctx context.Context, pool *sql.DB, options *sql.TxOptions, do func(Tx) error) error {
	raw, err := pool.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer raw.Rollback() // does nothing after a commit
	if err := do(Tx{Querier{raw}, raw, db.dialect}); err != nil {
		return err
	}
	return raw.Commit()
}

// Explain wraps an error with its operation and key, and words known causes for users. Faults are
// unchanged.
func Explain(err error, operation, key string) error {
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	err = fmt.Errorf("store: %s %q: %w", operation, key, err)
	switch {
	case saysFull(err):
		return fault.Full(err)
	case isAway(err):
		away := fault.Wrap(fault.Unavailable, "Engram can't reach its database right now. Please try again in a moment.", err)
		away.RetryAfter = awayRetry
		return away
	}
	return err
}

// awayRetry is the Retry-After while the database is away.
const awayRetry = 5 * time.Second
