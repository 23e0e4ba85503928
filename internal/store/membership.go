package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// Reasons for which a process may not use a database, in words for the operator.
var (
	// ErrTaken means that a process that can't share the database uses it, or that others do and this one can't share.
	ErrTaken = errors.New("another Engram uses this database")
	// ErrSecret means that the nodes of this database have another secret.
	ErrSecret = errors.New("the Engrams on this database have another secret: set ENGRAM_SECRET of all to the same (that of the first may be in the " +
		"file secret of its data directory); if it is to be another from now on, stop all, and set ENGRAM_TAKE_OVER=true for one start of one")
	// ErrFiles means that the nodes of this database have their files elsewhere.
	ErrFiles = errors.New("the files of this database lie elsewhere, by what ran on it: in a bucket (ENGRAM_BLOB_URL) if this Engram has a folder, in the data directory " +
		"of one Engram if this one has a bucket; if they were moved, stop all, and set ENGRAM_TAKE_OVER=true for one start of one")
	// ErrClock means that this machine's clock differs from the database's by more than AllowedSkew.
	ErrClock = errors.New("set it, by NTP for example")
	// ErrVersion means that the database was migrated by another version after this program opened it.
	ErrVersion = errors.New("another version of Engram has changed this database: start that version here as well")
	// ErrPooled means that each statement may come by another session, so that no lock is kept.
	ErrPooled = errors.New("a pooler before Postgres takes the sessions of Engram apart: set it to session mode")
)

// AllowedSkew is the maximum difference of a node's clock from the database's. Leases, and the queue's rescue, end by nodes' clocks.
const AllowedSkew = 3 * time.Second

// memberKey and the schema identify the advisory lock.
const (
	memberKey  = 0x456e6772
	tryAlone   = `SELECT pg_backend_pid(), pg_try_advisory_lock($1, hashtext(current_schema()))`
	tryShared  = `SELECT pg_backend_pid(), pg_try_advisory_lock_shared($1, hashtext(current_schema()))`
	shareAgain = `SELECT pg_advisory_unlock($1, hashtext(current_schema()))`
	holdsLock  = `SELECT pg_backend_pid(), clock_timestamp(), EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
		AND pid = pg_backend_pid() AND classid::bigint = $1 AND objid::bigint = hashtext(current_schema())::bigint & 4294967295)`
	isAlone = `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND mode = 'ExclusiveLock'
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid::bigint = $1 AND objid::bigint = hashtext(current_schema())::bigint & 4294967295)`
)

// Terms are the properties that the nodes of a database share, and keep from one start to the next.
type Terms struct {
	Shared bool   // files lie in a bucket, where all find them; else in a folder of the one process
	Secret []byte // nil: neither is compared
	Renew  bool   // they may differ from the last ones, if no other process is there
}

// Membership is the right of this process to use a Postgres database, alone or beside other nodes: an advisory
// lock, released with its connection when the process ends.
type Membership struct {
	db    *DB
	terms Terms
	now   func() time.Time
	conn  *sql.Conn
	pid   int64 // of the session with the lock
	skew  time.Duration
}

// Join takes the database for this process, beside other nodes or alone, waiting for others to end; ErrTaken if they do
// not, or another of the errors above. On SQLite it returns nil: the data directory is locked already.
func (db *DB) Join(ctx context.Context, terms Terms, wait time.Duration) (*Membership, error) {
	if db.dialect == SQLite {
		return nil, nil
	}
	m := &Membership{db: db, terms: terms, now: time.Now}
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

// take takes the lock and makes sure that this process belongs there.
func (m *Membership) take(ctx context.Context) error {
	if err := m.lock(ctx); err != nil {
		return err
	}
	for _, check := range []func(context.Context) error{m.sameVersion, m.look, m.agree} {
		if err := check(ctx); err != nil {
			return errors.Join(err, m.Close())
		}
	}
	return nil
}

func (m *Membership) lock(ctx context.Context) error {
	conn, err := m.db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	try := tryAlone
	if m.terms.Shared {
		try = tryShared
	}
	var taken bool
	if err := conn.QueryRowContext(ctx, try, memberKey).Scan(&m.pid, &taken); err != nil {
		return fmt.Errorf("store: join: %w", errors.Join(err, discard(conn)))
	}
	if !taken {
		return errors.Join(ErrTaken, conn.Close())
	}
	m.conn = conn
	return nil
}

// sameVersion is asked with the lock, which keeps migrations away.
func (m *Membership) sameVersion(ctx context.Context) error {
	at, err := m.db.Schema(ctx)
	if err == nil && at != m.db.schema {
		err = ErrVersion
	}
	return err
}

// look makes sure that the lock is held and this machine's clock is right.
func (m *Membership) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var pid int64
	var theirs time.Time
	var held bool
	began := m.now()
	if err := m.conn.QueryRowContext(ctx, holdsLock, memberKey).Scan(&pid, &theirs, &held); err != nil {
		return fmt.Errorf("store: look at the lock: %w", err)
	}
	m.skew = skew(began, theirs, m.now())
	switch {
	case pid != m.pid || !held:
		return ErrPooled
	case m.skew.Abs() > AllowedSkew:
		return fmt.Errorf("the clock of this machine is %s: %w", aheadOrBehind(m.skew), ErrClock)
	}
	return nil
}

// skew returns how far this machine's clock is at least ahead of one that was read between two of its times.
func skew(began, theirs, ended time.Time) time.Duration {
	switch {
	case began.After(theirs):
		return began.Sub(theirs)
	case ended.Before(theirs):
		return ended.Sub(theirs)
	}
	return 0
}

func aheadOrBehind(skew time.Duration) string {
	direction := "ahead of"
	if skew < 0 {
		direction = "behind"
	}
	return fmt.Sprintf("%.0f seconds %s the database's", skew.Abs().Seconds(), direction)
}

// Skew tells a difference of this machine's clock from the database's that is worth a warning; empty: there is none.
func (m *Membership) Skew() string {
	if m.skew.Abs() < time.Second {
		return ""
	}
	return aheadOrBehind(m.skew)
}

// agree compares the terms with those of the nodes before, and keeps them if there were none or they may be others.
func (m *Membership) agree(ctx context.Context) error {
	if m.terms.Secret == nil {
		return nil
	}
	files, mac := "folder", hmac.New(sha256.New, m.terms.Secret)
	if m.terms.Shared {
		files = "bucket"
	}
	mac.Write([]byte("the secret of a node")) // never fails
	secret := hex.EncodeToString(mac.Sum(nil))
	_, err := m.conn.ExecContext(ctx, `INSERT INTO node_terms (id, files, secret) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING`, files, secret)
	if err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	var theirFiles, theirSecret string
	var used bool
	err = m.conn.QueryRowContext(ctx, `SELECT files, secret, EXISTS (SELECT 1 FROM users) FROM node_terms WHERE id = 1`).Scan(&theirFiles, &theirSecret, &used)
	switch {
	case err != nil:
		return fmt.Errorf("store: join: %w", err)
	case theirFiles == files && theirSecret == secret:
		return nil
	}
	differ := ErrSecret
	if theirFiles != files {
		differ = ErrFiles
	}
	if used && !m.terms.Renew {
		return differ
	}
	return m.renew(ctx, files, secret, differ)
}

// renew replaces the terms, with the database for itself meanwhile; ErrTaken and differ if others have it.
func (m *Membership) renew(ctx context.Context, files, secret string, differ error) error {
	alone := true
	if m.terms.Shared {
		if err := m.conn.QueryRowContext(ctx, tryAlone, memberKey).Scan(&m.pid, &alone); err != nil {
			return fmt.Errorf("store: join: %w", err)
		}
	}
	if !alone {
		return fmt.Errorf("%w: %w", ErrTaken, differ)
	}
	_, err := m.conn.ExecContext(ctx, `UPDATE node_terms SET files = $1, secret = $2 WHERE id = 1`, files, secret)
	if err == nil && m.terms.Shared {
		_, err = m.conn.ExecContext(ctx, shareAgain, memberKey)
	}
	if err != nil {
		return fmt.Errorf("store: join: %w", err)
	}
	return nil
}

// Keep looks at the lock every period, and takes it again if the connection was lost. It returns what keeps this process
// from the database for longer than patience, such as ErrTaken; another version and a pooler do for good. It returns nil when ctx ends.
func (m *Membership) Keep(ctx context.Context, period, patience time.Duration) error {
	var kept time.Duration // off the database
	for look := time.NewTicker(period); ; {
		select {
		case <-ctx.Done():
			look.Stop()
			return nil
		case <-look.C:
		}
		err := m.retake(ctx)
		switch {
		case errors.Is(err, ErrVersion), errors.Is(err, ErrPooled):
			return err
		case errors.Is(err, ErrTaken), errors.Is(err, ErrSecret), errors.Is(err, ErrFiles), errors.Is(err, ErrClock):
			if kept += period; kept > patience {
				return err
			}
		default:
			kept = 0
		}
	}
}

// retake takes the lock unless it is held.
func (m *Membership) retake(ctx context.Context) error {
	if m.conn == nil {
		return m.take(ctx)
	}
	err := m.look(ctx)
	if err == nil || errors.Is(err, ErrClock) || errors.Is(err, ErrPooled) {
		return err
	}
	_ = m.Close() // the connection was lost
	return m.take(ctx)
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
		return m.lock(ctx)
	})
	if errors.Is(err, ErrTaken) {
		err = db.whyNotAlone(ctx)
	}
	return m, err
}

// whyNotAlone is ErrTaken with what to do.
func (db *DB) whyNotAlone(ctx context.Context) error {
	var alone bool
	if err := db.Reader().Row(ctx, isAlone, memberKey).Scan(&alone); err != nil {
		return err
	}
	if alone {
		return fmt.Errorf("%w alone: if it brings it to this version, start this one again when that is done; else stop it first", ErrTaken)
	}
	return fmt.Errorf("%w, of an earlier version: stop every node, start this one, and then the others", ErrTaken)
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

// Close releases the lock.
func (m *Membership) Close() error {
	if m == nil || m.conn == nil {
		return nil
	}
	conn := m.conn
	m.conn = nil
	return discard(conn)
}

// discard closes a connection and its locks instead of returning it to the pool.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) {
		return nil
	}
	return errors.Join(err, conn.Close())
}
