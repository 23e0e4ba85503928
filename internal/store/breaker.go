package store

import (
	"context"
	"database/sql/driver"
	"sync"
	"time"
)

// cooldown is the time for which no other connection is tried after one could not be made.
const cooldown = time.Second

// breaker is a circuit breaker around connecting. For those that wait for a connection database/sql
// connects one after the other: while packets to Postgres vanish, the last of many would wait minutes.
type breaker struct {
	driver.Connector

	mu     sync.Mutex
	until  time.Time // closed from then on
	reason error     // of the last failure
}

// Connect implements driver.Connector. While the breaker is open it returns the last error. A refusal
// that comes at once, as while Postgres starts, does not open it.
func (b *breaker) Connect(ctx context.Context) (driver.Conn, error) {
	if err := b.refuses(); err != nil {
		return nil, err
	}
	began := time.Now()
	conn, err := b.Connector.Connect(ctx)
	if err != nil && ctx.Err() == nil && time.Since(began) >= cooldown {
		b.mu.Lock()
		b.until, b.reason = time.Now().Add(cooldown), err
		b.mu.Unlock()
	}
	return conn, err
}

func (b *breaker) refuses() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Now().Before(b.until) {
		return b.reason
	}
	return nil
}
