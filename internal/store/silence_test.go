package store_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/store/storetest"
)

func TestSilenceIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		dial := func(context.Context, string, string) (net.Conn, error) { return near, nil }
		conn, err := store.Hearing(dial, store.MaxSilence)(t.Context(), "", "")
		noError(t, err)
		read := func() error { _, err := conn.Read(make([]byte, 1)); return err }

		go func() {
			for range 3 {
				time.Sleep(store.MaxSilence - time.Second)
				_, _ = far.Write([]byte("x"))
			}
		}()
		for range 3 {
			noError(t, read()) // each message restarts the timeout
		}
		began := time.Now()
		if err := read(); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != store.MaxSilence {
			t.Errorf("silence ends after %v: %v", time.Since(began), err)
		}
		began = time.Now()
		noError(t, conn.SetDeadline(began.Add(time.Minute)))
		if err := read(); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("a deadline of a minute ends after %v: %v", time.Since(began), err)
		}
		noError(t, errors.Join(conn.Close(), far.Close()))
	})
}

// gossip forwards connections until it is hushed: then it receives but never answers.
type gossip struct {
	net.Listener
	hushed  atomic.Bool
	dropped chan struct{} // closed when a hushed one receives
}

func (g *gossip) serve(server string) {
	for {
		client, err := g.Accept()
		if err != nil {
			return
		}
		behind, err := net.Dial("tcp", server)
		if err != nil {
			_ = client.Close()
			continue
		}
		go g.pass(behind, client)
		go g.pass(client, behind)
	}
}

func (g *gossip) pass(to, from net.Conn) {
	defer to.Close()
	for p := make([]byte, 4096); ; {
		n, err := from.Read(p)
		if err != nil {
			return
		}
		if g.hushed.Load() {
			select {
			case g.dropped <- struct{}{}:
			default:
			}
			continue
		}
		if _, err := to.Write(p[:n]); err != nil {
			return
		}
	}
}

func TestPostgresThatHangs(t *testing.T) {
	address, err := url.Parse(storetest.PostgresMigrated(t))
	noError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	g := &gossip{Listener: listener, dropped: make(chan struct{}, 1)}
	t.Cleanup(func() { closed(t, g) })
	go g.serve(address.Host)
	address.Host = g.Addr().String()

	db, hurry, err := store.OpenPatient(address.String())
	noError(t, err)
	t.Cleanup(func() { closed(t, db) })
	noError(t, db.Ping(t.Context()))
	g.hushed.Store(true)

	asked := make(chan error)
	go func() { asked <- db.Ping(t.Context()) }()
	<-g.dropped // it receives and stays silent
	hurry()
	for _, err := range []error{<-asked, db.Ping(t.Context()), db.Write(t.Context(), func(store.Tx) error { return nil })} {
		said := store.Explain(err, "ask", "the server")
		if f, ok := errors.AsType[*fault.Error](said); !ok || f.Kind != fault.Unavailable || f.RetryAfter == 0 {
			t.Errorf("a server that hangs is told as %v", said)
		}
	}
}

func TestUnhurriedConnectionsHaveNoTimeout(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	for unhurried, want := range map[bool]bool{false: true, true: false} {
		db, err := store.Open(t.Context(), store.Config{URL: address, Unhurried: unhurried})
		noError(t, err)
		is, err := db.IsHeard(t.Context())
		noError(t, errors.Join(err, db.Close()))
		equal(t, is, want)
	}
}

func closed(t *testing.T, c io.Closer) {
	t.Helper()
	noError(t, c.Close())
}

func TestAnUnfinishedTransactionKeepsNothingLocked(t *testing.T) {
	db := storetest.Open(t, storetest.PostgresMigrated(t))
	for setting, want := range map[string]string{"idle_in_transaction_session_timeout": "10s", "tcp_user_timeout": "20000"} {
		var is string
		// A socket of the file system has no user timeout, and tells 0.
		if noError(t, db.Reader().Row(t.Context(), `SELECT current_setting($1)`, setting).Scan(&is)); is != want && is != "0" {
			t.Errorf("%s is %s, want %s", setting, is, want)
		}
	}
	_, err := db.Writer().Exec(`INSERT INTO leases (name, holder, ends_at) VALUES ('l', 'a', 0)`)
	noError(t, err)
	stopped, err := db.Writer().BeginTx(t.Context(), nil)
	noError(t, err)
	_, err = stopped.Exec(`SET LOCAL idle_in_transaction_session_timeout = '1ms'; UPDATE leases SET holder = 'b'`)
	noError(t, err)
	held, err := db.Lease(t.Context(), "l", "c", time.UnixMilli(1), time.UnixMilli(2)) // waits for the row
	if err != nil || !held {
		t.Errorf("another is kept waiting: %v, %v", held, err)
	}
	if err := store.Explain(stopped.Commit(), "commit", "too late"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("what comes too late ends with %v", err)
	}
}

func TestAPrimaryThatBecameAReplica(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	db, err := store.Open(t.Context(), store.Config{URL: address, MaxConns: 1})
	noError(t, err)
	t.Cleanup(func() { closed(t, db) })
	demote := func() {
		_, err := db.Writer().Exec(`SET default_transaction_read_only = on`) // for this connection
		noError(t, err)
	}
	demote()
	_, err = db.Lease(t.Context(), "l", "a", time.UnixMilli(1), time.UnixMilli(2))
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a write ends with %v", err)
	}
	_, err = db.Lease(t.Context(), "l", "a", time.UnixMilli(1), time.UnixMilli(2))
	noError(t, err) // by another connection
	demote()
	if err := db.Ready(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("it is ready: %v", err)
	}
	noError(t, db.Ready(t.Context()))
}
