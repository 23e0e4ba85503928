package store

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// maxSilence is the read timeout of Postgres, equal to SQLite's wait for a lock.
const maxSilence = 10 * time.Second

// hearing wraps dial to fail reads after a silence of most: a hung server or a dead network would
// block callers forever.
func hearing(dial pgconn.DialFunc, most time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &heard{Conn: conn, most: most}, nil
	}
}

// heard is a connection with a read timeout, unless a deadline is set.
type heard struct {
	net.Conn
	most time.Duration
	mu   sync.Mutex
	set  bool // a deadline was set
}

// SetDeadline implements net.Conn. It also applies to a waiting read.
func (h *heard) SetDeadline(t time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.set = !t.IsZero()
	return h.Conn.SetDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (h *heard) SetReadDeadline(t time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.set = !t.IsZero()
	return h.Conn.SetReadDeadline(t)
}

// Read implements net.Conn.
func (h *heard) Read(p []byte) (int, error) {
	if err := h.wait(); err != nil {
		return 0, err
	}
	return h.Conn.Read(p)
}

// wait renews the timeout for the next read.
func (h *heard) wait() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.set {
		return nil
	}
	return h.Conn.SetReadDeadline(time.Now().Add(h.most))
}
