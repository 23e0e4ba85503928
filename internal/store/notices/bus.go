// Package notices carries what happens at one node to the others, by LISTEN and NOTIFY of Postgres. Notices may be
// lost; receivers also poll for all but steps of captures.
package notices

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store"
)

const (
	channel    = "engram_notices"
	maxQueue   = 4096
	gather     = 25 * time.Millisecond // how long notices wait for more, since each NOTIFY takes a lock of the whole database
	maxBatch   = 30                    // notices in a message, whose limit is 8,000 bytes
	pingEvery  = 5 * time.Second
	retryAfter = time.Second
)

// message is the JSON of a NOTIFY.
type message struct {
	Node    string   `json:"node"`
	Notices []notice `json:"notices"`
}

// notice is a live.Notice as JSON.
type notice struct {
	UserID   string      `json:"user"`
	MemoryID string      `json:"memory,omitempty"`
	Step     memory.Step `json:"step,omitempty"`
	ImportID string      `json:"import,omitempty"`
}

// Bus sends and receives notices. It is safe for concurrent use.
type Bus struct {
	db    *store.DB
	log   *slog.Logger
	node  string
	queue chan live.Notice
	full  sync.Once // tells of the first notice that is dropped
}

// New returns a Bus of a Postgres database.
func New(db *store.DB, log *slog.Logger) *Bus {
	return &Bus{db: db, log: log, node: uuid.NewString(), queue: make(chan live.Notice, maxQueue)}
}

// Send queues a notice for the other nodes. It never blocks: a notice that finds the queue full is dropped.
func (b *Bus) Send(n live.Notice) {
	select {
	case b.queue <- n:
	default:
		b.full.Do(func() {
			b.log.Warn("more happens than other nodes can be told of; they find changes of memories by themselves, within seconds")
		})
	}
}

// Run sends what is queued, and calls hear with the notices of other nodes, until ctx ends. It calls missed when it hears again after
// a time in which it heard nothing.
func (b *Bus) Run(ctx context.Context, hear func(live.Notice), missed func()) {
	var both sync.WaitGroup
	both.Go(func() { b.publish(ctx) })
	both.Go(func() { b.subscribe(ctx, hear, missed) })
	both.Wait()
}

func (b *Bus) publish(ctx context.Context) {
	for {
		batch, ok := b.next(ctx)
		if !ok {
			return
		}
		text, err := json.Marshal(message{b.node, batch})
		if err == nil {
			_, err = b.db.Writer().ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, string(text))
		}
		if err != nil {
			b.warn(ctx, "other nodes are not told of changes for now; they find them by themselves, within seconds", err)
		}
	}
}

// next returns the notices of a moment, each once.
func (b *Bus) next(ctx context.Context) (batch []notice, ok bool) {
	seen := map[live.Notice]bool{}
	var late <-chan time.Time
	for len(batch) < maxBatch {
		select {
		case <-ctx.Done():
			return nil, false
		case n := <-b.queue:
			if late == nil {
				late = time.After(gather)
			}
			// The steps of a memory are all sent, in their order.
			if n.MemoryID == "" && seen[n] {
				continue
			}
			seen[n] = true
			batch = append(batch, notice(n))
		case <-late:
			return batch, true
		}
	}
	return batch, true
}

func (b *Bus) subscribe(ctx context.Context, hear func(live.Notice), missed func()) {
	listens := func() {} // from the first time on nothing is missed
	for ctx.Err() == nil {
		err := b.listen(ctx, listens, hear)
		if listens = missed; err != nil {
			b.warn(ctx, "changes at other nodes are seen later than usual, within seconds", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryAfter):
		}
	}
}

// listen hears notices on a connection of its own until that ends. It calls listens when it has begun to.
func (b *Bus) listen(ctx context.Context, listens func(), hear func(live.Notice)) error {
	conn, err := b.db.Writer().Conn(ctx)
	if err != nil {
		return err
	}
	var heard error
	err = conn.Raw(func(raw any) error {
		heard = b.hearOn(ctx, raw.(*stdlib.Conn).Conn(), listens, hear)
		return driver.ErrBadConn // it listens, so no other may have it
	})
	if err != nil && !errors.Is(err, driver.ErrBadConn) {
		heard = errors.Join(heard, err)
	}
	return heard
}

func (b *Bus) hearOn(ctx context.Context, conn *pgx.Conn, listens func(), hear func(live.Notice)) error {
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return err
	}
	listens()
	for {
		wait, cancel := context.WithTimeout(ctx, pingEvery)
		n, err := conn.WaitForNotification(wait)
		silent := wait.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && !silent:
			return err
		case err != nil:
			if err := b.ping(ctx, conn); err != nil {
				return err
			}
			continue
		}
		if err := b.deliver(n.Payload, hear); err != nil {
			b.warn(ctx, "a notice of another node can't be read", err)
		}
	}
}

// ping tells a connection that is silent from one that is dead.
func (b *Bus) ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, pingEvery)
	defer cancel()
	return conn.Ping(ctx)
}

func (b *Bus) deliver(payload string, hear func(live.Notice)) error {
	var m message
	if err := json.Unmarshal([]byte(payload), &m); err != nil {
		return fmt.Errorf("read a notice: %w", err)
	}
	if m.Node == b.node {
		return nil
	}
	for _, n := range m.Notices {
		hear(live.Notice(n))
	}
	return nil
}

func (b *Bus) warn(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		b.log.Warn(what, "error", err)
	}
}
