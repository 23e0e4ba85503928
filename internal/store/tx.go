package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"

	"engram/internal/fault"
)

// Tx is one transaction.
type Tx struct {
	Querier
	Raw     *sql.Tx // for the queue, whose jobs join it
	dialect Dialect
}

// maxTries bounds how often a transaction is begun. Deadlocks are rare, since every verb locks in the same order (the
// memories, their user, their counters, their uploads, the conversations that hold their words, the sequence); a fifth failure
// in a row is worth an error.
const maxTries = 5

// Write runs do in a transaction and tries again when the engine gave it up for another's sake: do must change nothing
// outside the transaction before it returns.
func (db *DB) Write(ctx context.Context, do func(Tx) error) error {
	if err := db.roomToSave(ctx); err != nil {
		return err
	}
	return db.commit(ctx, do)
}

// WriteAnyway is for what makes room and for what nobody can do without: on a full disk it takes from what is reserved.
func (db *DB) WriteAnyway(ctx context.Context, do func(Tx) error) error {
	err := db.commit(ctx, do)
	if fault.KindOf(err) == fault.NoRoom && db.reserve.release() {
		err = db.commit(ctx, do)
	}
	return err
}

func (db *DB) commit(ctx context.Context, do func(Tx) error) error {
	for try := 1; ; try++ {
		err := db.attempt(ctx, db.write, nil, do)
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

// pause waits between tries, longer each time and by chance, so that those who met don't meet again.
func pause(ctx context.Context, try int) error {
	select {
	case <-time.After(rand.N(time.Duration(try) * 20 * time.Millisecond)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Snapshot runs do, which reads more than once, against one state of the database.
func (db *DB) Snapshot(ctx context.Context, do func(Tx) error) error {
	return db.attempt(ctx, db.read, db.dialect.snapshot(), do)
}

// Reader runs single statements, each by itself.
func (db *DB) Reader() Querier { return Querier{db.read} }

func (db *DB) attempt(ctx context.Context, pool *sql.DB, options *sql.TxOptions, do func(Tx) error) error {
	raw, err := pool.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer raw.Rollback() // nothing to do after a commit
	if err := do(Tx{Querier{raw}, raw, db.dialect}); err != nil {
		return err
	}
	return raw.Commit()
}

// Explain adds the operation and its key to an error, and words to one that a person can be told. A fault stays as it is: it
// says already what the person may read.
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

// awayRetry is what callers are asked to wait for while the database is away.
const awayRetry = 5 * time.Second
