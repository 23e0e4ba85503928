//go:build unix

package storetest

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the test binary's server, started by the first test that needs it.
var shared struct {
	sync.Mutex
	underMain bool
	server    *server
	err       error
	databases int
}

// Main runs a package's tests with one Postgres. Call it from TestMain.
func Main(m *testing.M) {
	shared.underMain = true
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

// Postgres returns the URL of a new, empty database for a test, on Main's server or its own.
// Without Postgres on the machine the test is skipped; it fails if CI is set.
func Postgres(t testing.TB) string {
	t.Helper()
	return newDatabase(t, running(t), "template1")
}

// PostgresMigrated is Postgres with a migrated database, copied from one made once.
func PostgresMigrated(t testing.TB) string {
	t.Helper()
	server := running(t)
	if err := server.migrated(); err != nil {
		t.Fatal(err)
	}
	return newDatabase(t, server, migratedName)
}

// PostgresOfWords is Postgres with a database that sorts as dictionaries do, as those of most systems.
func PostgresOfWords(t testing.TB) string {
	t.Helper()
	return newDatabase(t, running(t), "template0 LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C'")
}

// running returns the server for a test, or skips it.
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
