package store

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// maxSilence is how long Postgres may say nothing while it is asked for something: as long as SQLite waits for a lock.
const maxSilence = 10 * time.Second

// hearing has connections of dial fail where the server says nothing for longer than most: a server that hangs, or a network that
// lost the connection, else holds whoever asks for as long as they wait.
func hearing(dial pgconn.DialFunc, most time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &heard{Conn: conn, most: most}, nil
	}
}

// heard is a connection whose reads end after a time, unless whoever uses it sets a deadline.
type heard struct {
	net.Conn
	most time.Duration
	mu   sync.Mutex
	set  bool // a deadline by the user
}

// SetDeadline implements net.Conn. A deadline that is set while a read waits holds for that read.
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

// wait lets the next read wait for as long as it may.
func (h *heard) wait() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.set {
		return nil
	}
	return h.Conn.SetReadDeadline(time.Now().Add(h.most))
}
