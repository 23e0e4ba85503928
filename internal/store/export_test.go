package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"engram/internal/store/migration"
)

// MaxTries is the number of attempts of a transaction.
const MaxTries = maxTries

// OpenOlder opens a database migrated to an older version only.
func OpenOlder(ctx context.Context, address string, version int64) (*DB, error) {
	db, err := connect(Config{URL: address})
	if err != nil {
		return nil, err
	}
	db.schema = version
	return db, migration.UpTo(ctx, db.write, db.dialect == Postgres, keys, version)
}

// Hearing and MaxSilence bound reads from a silent server.
var Hearing = hearing

const (
	MaxSilence     = maxSilence
	ConnectTimeout = connectTimeout
)

// Breaking puts the circuit breaker around a connector.
func Breaking(c driver.Connector) driver.Connector { return &breaker{Connector: c} }

// IsHeard reports whether connections to Postgres have a read timeout.
func (db *DB) IsHeard(ctx context.Context) (is bool, err error) {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return false, err
	}
	err = conn.Raw(func(c any) error {
		_, is = c.(*stdlib.Conn).Conn().PgConn().Conn().(*heard)
		return nil
	})
	return is, errors.Join(err, conn.Close())
}

// OpenPatient opens a Postgres without a read timeout until hurry is called.
func OpenPatient(address string) (db *DB, hurry func(), err error) {
	config, err := postgresConfig(address)
	if err != nil {
		return nil, nil, err
	}
	var most atomic.Int64
	most.Store(int64(time.Hour))
	opened := make(chan *heard, 100)
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := hearing(dial, time.Duration(most.Load()))(ctx, network, addr)
		if err == nil {
			opened <- conn.(*heard)
		}
		return conn, err
	}
	pool := stdlib.OpenDB(*config)
	return &DB{dialect: Postgres, write: pool, read: pool}, func() {
		most.Store(int64(time.Millisecond))
		for len(opened) > 0 {
			h := <-opened
			h.mu.Lock()
			h.most = time.Millisecond
			_ = h.Conn.SetReadDeadline(time.Now())
			h.mu.Unlock()
		}
	}, nil
}

// JoinAt joins by a clock.
func JoinAt(ctx context.Context, db *DB, terms Terms, now func() time.Time) (*Membership, error) {
	m := &Membership{db: db, terms: terms, now: now}
	return m, m.take(ctx)
}

// Unlock gives the lock up.
func (m *Membership) Unlock(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, `SELECT pg_advisory_unlock_all()`)
	return err
}

// WhyNotAlone says why a migration can't begin.
func WhyNotAlone(ctx context.Context, db *DB) error { return db.whyNotAlone(ctx) }
