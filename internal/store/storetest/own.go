//go:build unix

package storetest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Own is a Postgres of one test, which can be stopped and restarted.
type Own struct {
	URL string // of an empty database

	t      testing.TB
	server *server
	bin    string
	attr   *syscall.SysProcAttr
}

// OwnPostgres starts a server for a test, configured like Postgres.
func OwnPostgres(t testing.TB) *Own {
	t.Helper()
	s, err := startServer()
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	bin, errFind := findPostgres()
	attr, errUser := unprivileged(s.dir)
	// What was committed outlives a kill.
	if err := errors.Join(errFind, errUser, s.exec("CREATE DATABASE own"), s.exec("ALTER DATABASE own SET synchronous_commit = on")); err != nil {
		t.Fatal(err)
	}
	return &Own{URL: s.url("own"), t: t, server: s, bin: bin, attr: attr}
}

// Stop stops it. Data remain.
func (o *Own) Stop() { o.server.halt() }

// Kill is kill -9. Its own processes end as they notice.
func (o *Own) Kill() { o.server.kill() }

// Start restarts it at the same address.
func (o *Own) Start() {
	o.t.Helper()
	if err := errors.Join(o.server.start(o.bin, o.attr), o.server.waitUntilReady()); err != nil {
		o.t.Fatal(err)
	}
}

// Listen restarts it so that it can be reached at this address of the machine as well.
func (o *Own) Listen(address string) {
	o.t.Helper()
	trusted, err := os.OpenFile(o.File("pg_hba.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = trusted.WriteString("host all all samenet trust\n")
		err = errors.Join(err, trusted.Close())
	}
	if err != nil {
		o.t.Fatal(err)
	}
	o.server.also = address
	o.Stop()
	o.Start()
}

// File returns the path of a file in its data folder, such as pg_relation_filepath names.
func (o *Own) File(name string) string { return filepath.Join(o.server.dir, "data", name) }
