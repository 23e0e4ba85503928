package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

var (
	// ErrTaken means that a process that can't share the database uses it, or that others do and this one can't share.
	ErrTaken = errors.New("another Engram uses this database")
	// ErrDisagree means that other nodes have another secret.
	ErrDisagree = errors.New("another node has another secret")
)

// memberKey and the schema identify the advisory lock. Keep-alive probes end a dead machine's
// connection, and so its locks, within half a minute.
const (
	memberKey = 0x456e6772
	tryAlone  = `SELECT pg_try_advisory_lock($1, hashtext(current_schema()))`
	tryShared = `SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))`
	probeSoon = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`
	// Each node holds the lock of its secret, so that the others' secrets are among the locks.
	lockSecret   = `SELECT pg_advisory_lock_shared(hashtext('secret of ' || current_schema()), $1)`
	otherSecrets = `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid::bigint = hashtext('secret of ' || current_schema())::bigint & 4294967295 AND objid::bigint <> $1::bigint & 4294967295)`
)

// Membership is the right of this process to use a Postgres database, alone or beside other nodes: advisory
// locks, released with their connection when the process ends.
type Membership struct {
	db     *DB
	shared bool
	secret *int32 // nil: not announced
	conn   *sql.Conn
}

// Join takes the database for this process, beside other nodes (shared) or alone, waiting for others to end; ErrTaken if they
// do not. On SQLite it returns nil: the data directory is locked already.
func (db *DB) Join(ctx context.Context, shared bool, wait time.Duration) (*Membership, error) {
	if db.dialect == SQLite {
		return nil, nil
	}
	m := &Membership{db: db, shared: shared}
	return m, untilFree(ctx, wait, func() error { return m.take(ctx) })
}

// untilFree calls take until it returns something other than ErrTaken, or wait is over.
func untilFree(ctx context.Context, wait time.Duration, take func() error) error {
	for end := time.Now().Add(wait); ; {
		err := take()
		if !errors.Is(err, ErrTaken) || time.Now().After(end) {
			return err
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}

// Agree announces a fingerprint of this node's secret; ErrDisagree if another node has announced another.
func (m *Membership) Agree(ctx context.Context, secret []byte) error {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("the secret of a node")) // never fails
	fingerprint := int32(binary.BigEndian.Uint32(mac.Sum(nil)))
	m.secret = &fingerprint
	return m.announce(ctx)
}

func (m *Membership) announce(ctx context.Context) error {
	if m.secret == nil {
		return nil
	}
	if _, err := m.conn.ExecContext(ctx, lockSecret, *m.secret); err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	var disagree bool
	if err := m.conn.QueryRowContext(ctx, otherSecrets, *m.secret).Scan(&disagree); err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	if disagree {
		return ErrDisagree
	}
	return nil
}

func (m *Membership) take(ctx context.Context) error {
	conn, err := m.db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	try := tryAlone
	if m.shared {
		try = tryShared
	}
	var taken bool
	if err := conn.QueryRowContext(ctx, try, memberKey).Scan(&taken); err != nil {
		return fmt.Errorf("store: join: %w", errors.Join(err, conn.Close()))
	}
	if !taken {
		return errors.Join(ErrTaken, conn.Close())
	}
	if _, err := conn.ExecContext(ctx, probeSoon); err != nil {
		return fmt.Errorf("store: join: %w", errors.Join(err, discard(conn)))
	}
	m.conn = conn
	if err := m.announce(ctx); err != nil {
		m.conn = nil
		return errors.Join(err, discard(conn))
	}
	return nil
}

// Keep checks the locks every period, and takes them again if the connection was lost; ErrTaken if
// another process holds them for longer than patience, ErrDisagree if nodes with another secret came
// meanwhile. It returns nil when ctx ends.
func (m *Membership) Keep(ctx context.Context, period, patience time.Duration) error {
	taken := 0 * period
	for look := time.NewTicker(period); ; {
		select {
		case <-ctx.Done():
			look.Stop()
			return nil
		case <-look.C:
			err := m.retake(ctx)
			if errors.Is(err, ErrDisagree) {
				return err
			}
			if !errors.Is(err, ErrTaken) {
				taken = 0
				continue
			}
			if taken += period; taken > patience {
				return ErrTaken
			}
		}
	}
}

// retake takes the locks unless they are held.
func (m *Membership) retake(ctx context.Context) error {
	if m.holds(ctx) {
		return nil
	}
	return m.take(ctx)
}

// holds reports whether the connection with the locks lives.
func (m *Membership) holds(ctx context.Context) bool {
	if m.conn == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if m.conn.PingContext(ctx) == nil {
		return true
	}
	_ = discard(m.conn)
	m.conn = nil
	return false
}

// Skew returns how far this machine's clock is ahead of the database's.
func (m *Membership) Skew(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	var theirs time.Time
	if err := m.db.read.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&theirs); err != nil {
		return 0, fmt.Errorf("store: read the clock: %w", err)
	}
	took := time.Since(began)
	return began.Add(took / 2).Sub(theirs), nil
}

// migrationWait is the maximum wait of a node with a newer schema for the nodes that run.
const migrationWait = time.Minute

// aloneToMigrate takes the database for a migration, which nodes of an earlier version would not survive. It returns nil
// when the schema is up to date, or another node brings it there meanwhile.
func (db *DB) aloneToMigrate(ctx context.Context) (m *Membership, err error) {
	err = untilFree(ctx, migrationWait, func() error {
		if from, err := db.Schema(ctx); err != nil || from >= NewestSchema() {
			return err
		}
		m = &Membership{db: db}
		return m.take(ctx)
	})
	if errors.Is(err, ErrTaken) {
		err = fmt.Errorf("%w, of an earlier version: stop every node, start this one, and then the others", err)
	}
	return m, err
}

// serialKey identifies the lock of Serialize.
const serialKey = memberKey + 1

// Serialize runs do while no other node runs one.
func (db *DB) Serialize(ctx context.Context, do func() error) error {
	if db.dialect == SQLite {
		return do()
	}
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: serialize: %w", err)
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext(current_schema()))`, serialKey); err != nil {
		return fmt.Errorf("store: serialize: %w", errors.Join(err, discard(conn)))
	}
	return errors.Join(do(), discard(conn))
}

// Close releases the locks.
func (m *Membership) Close() error {
	if m == nil || m.conn == nil {
		return nil
	}
	return discard(m.conn)
}

// discard closes a connection and its locks instead of returning it to the pool.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) {
		return nil
	}
	return errors.Join(err, conn.Close())
}
