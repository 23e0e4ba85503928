package store

import (
	"context"
	"database/sql/driver"
	"sync"
	"time"
)

// connectPause is how long nothing is tried after a connection failed.
const connectPause = time.Second

// breaker is a circuit breaker around connecting. database/sql connects for those that wait for a
// connection one after the other: while Postgres is away, the last would wait connectTimeout times
// their number.
type breaker struct {
	driver.Connector

	mu     sync.Mutex
	until  time.Time // zero or past: closed
	reason error     // of the last failure
}

// Connect implements driver.Connector. While the breaker is open it returns the last error.
func (b *breaker) Connect(ctx context.Context) (driver.Conn, error) {
	if err := b.open(); err != nil {
		return nil, err
	}
	conn, err := b.Connector.Connect(ctx)
	if err != nil && ctx.Err() == nil {
		b.mu.Lock()
		b.until, b.reason = time.Now().Add(connectPause), err
		b.mu.Unlock()
	}
	return conn, err
}

func (b *breaker) open() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Now().Before(b.until) {
		return b.reason
	}
	return nil
}
