//go:build unix

package storetest

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the server that Main keeps for a whole test binary, started by the first test that asks.
var shared struct {
	sync.Mutex
	underMain bool
	server    *server
	err       error
	databases int
}

// Main runs a package's tests with one Postgres between them and ends it afterwards. Call it from TestMain.
func Main(m *testing.M) {
	shared.underMain = true
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

// Postgres returns the address of a new, empty database that lives as long as the test. Without Main in TestMain the
// test gets a server of its own, which takes a second or two. On a machine without Postgres the test is skipped, or
// fails where CI is set: a suite that was not run must not pass there.
func Postgres(t testing.TB) string {
	t.Helper()
	return newDatabase(t, running(t), "template1")
}

// PostgresMigrated is Postgres with the schema in place, copied from a database that was migrated once.
func PostgresMigrated(t testing.TB) string {
	t.Helper()
	server := running(t)
	if err := server.migrated(); err != nil {
		t.Fatal(err)
	}
	return newDatabase(t, server, migratedName)
}

// running returns the server for a test, or skips the test.
func running(t testing.TB) *server {
	t.Helper()
	if testing.Short() {
		t.Skip("with -short there is SQLite alone")
	}
	server, err := serverFor(t)
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func serverFor(t testing.TB) (*server, error) {
	shared.Lock()
	defer shared.Unlock()
	if !shared.underMain {
		own, err := startServer()
		if err == nil {
			t.Cleanup(own.stop)
		}
		return own, err
	}
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = startServer()
	}
	return shared.server, shared.err
}

func newDatabase(t testing.TB, s *server, template string) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	shared.databases++
	name := fmt.Sprintf("test_%d", shared.databases)
	if err := s.exec("CREATE DATABASE " + name + " TEMPLATE " + template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return s.url(name)
}
