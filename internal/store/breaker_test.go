package store_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/store"
)

// absent is a server that can't be reached, until it is back.
type absent struct {
	driver.Connector
	back atomic.Bool
}

var errAbsent = errors.New("nobody answers")

func (a *absent) Connect(ctx context.Context) (driver.Conn, error) {
	if a.back.Load() {
		return idle{}, nil
	}
	select {
	case <-time.After(store.ConnectTimeout):
		return nil, errAbsent
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type idle struct{ driver.Conn }

func (idle) Ping(context.Context) error { return nil }
func (idle) Close() error               { return nil }

func TestNobodyWaitsInLineForADatabaseThatIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := new(absent)
		db := sql.OpenDB(store.Breaking(server))
		defer db.Close()
		db.SetMaxOpenConns(2)
		began := time.Now()
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() {
				if err := db.PingContext(t.Context()); !errors.Is(err, errAbsent) {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		if took := time.Since(began); took > 3*store.ConnectTimeout {
			t.Errorf("the last of them has waited for %v", took)
		}

		server.back.Store(true)
		time.Sleep(time.Second)
		noError(t, db.PingContext(t.Context()))
	})
}

// refusing is a server that is starting.
type refusing struct{ absent }

func (r *refusing) Connect(ctx context.Context) (driver.Conn, error) {
	if !r.back.Load() {
		return nil, errAbsent
	}
	return r.absent.Connect(ctx)
}

func TestARefusalAtOnceStopsNobody(t *testing.T) {
	server := new(refusing)
	c := store.Breaking(server)
	if _, err := c.Connect(t.Context()); !errors.Is(err, errAbsent) {
		t.Error(err)
	}
	server.back.Store(true)
	_, err := c.Connect(t.Context())
	noError(t, err)
}

func TestACallerThatLeavesSaysNothingOfTheDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := new(absent)
		c := store.Breaking(server)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Connect(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		server.back.Store(true)
		_, err := c.Connect(t.Context())
		noError(t, err)
	})
}
