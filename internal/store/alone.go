package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// ErrTaken means that another process uses the database.
var ErrTaken = errors.New("another Engram uses this database")

// aloneKey and the schema identify the advisory lock. Keep-alive probes end a dead machine's
// connection, and so its lock, within half a minute.
const (
	aloneKey  = 0x456e6772
	tryAlone  = `SELECT pg_try_advisory_lock($1, hashtext(current_schema()))`
	probeSoon = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`
)

// Alone holds a Postgres advisory lock, released with its connection when the process ends.
type Alone struct {
	db   *DB
	conn *sql.Conn
}

// Alone locks the database for this process, waiting for another to end; ErrTaken if it does not.
// On SQLite it returns nil: the data directory is locked already.
func (db *DB) Alone(ctx context.Context, wait time.Duration) (*Alone, error) {
	if db.dialect == SQLite {
		return nil, nil
	}
	a := &Alone{db: db}
	for end := time.Now().Add(wait); ; {
		err := a.take(ctx)
		if !errors.Is(err, ErrTaken) || time.Now().After(end) {
			return a, err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (a *Alone) take(ctx context.Context) error {
	conn, err := a.db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: take the database: %w", err)
	}
	var taken bool
	if err := conn.QueryRowContext(ctx, tryAlone, aloneKey).Scan(&taken); err != nil {
		return fmt.Errorf("store: take the database: %w", errors.Join(err, conn.Close()))
	}
	if !taken {
		return errors.Join(ErrTaken, conn.Close())
	}
	if _, err := conn.ExecContext(ctx, probeSoon); err != nil {
		return fmt.Errorf("store: take the database: %w", errors.Join(err, discard(conn)))
	}
	a.conn = conn
	return nil
}

// Keep checks the lock every period, and takes it again if the connection was lost; ErrTaken if
// another process holds it for longer than patience. It returns nil when ctx ends.
func (a *Alone) Keep(ctx context.Context, period, patience time.Duration) error {
	taken := 0 * period
	for look := time.NewTicker(period); ; {
		select {
		case <-ctx.Done():
			look.Stop()
			return nil
		case <-look.C:
			if a.holds(ctx) || !errors.Is(a.take(ctx), ErrTaken) {
				taken = 0
				continue
			}
			if taken += period; taken > patience {
				return ErrTaken
			}
		}
	}
}

// holds reconnects if the connection was lost.
func (a *Alone) holds(ctx context.Context) bool {
	if a.conn == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if a.conn.PingContext(ctx) == nil {
		return true
	}
	_ = discard(a.conn)
	a.conn = nil
	return false
}

// Close releases the lock.
func (a *Alone) Close() error {
	if a.conn == nil {
		return nil
	}
	return discard(a.conn)
}

// discard closes a connection and its locks instead of returning it to the pool.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) {
		return nil
	}
	return errors.Join(err, conn.Close())
}
