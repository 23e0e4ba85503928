package storetest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"engram/internal/store"
)

// SQLite returns the path of a new database.
func SQLite(t testing.TB) string { return filepath.Join(t.TempDir(), "engram.db") }

// SQLiteMigrated returns the path of a migrated database.
func SQLiteMigrated(t testing.TB) string {
	t.Helper()
	path := SQLite(t)
	Migrate(t, path)
	return path
}

// Migrate copies a migrated database, made once, to where SQLite has none yet. Any other is migrated as it is opened.
func Migrate(t testing.TB, address string) {
	t.Helper()
	if strings.Contains(address, "://") || !store.IsNew(address) {
		return
	}
	content, err := migratedFile()
	if err == nil {
		err = os.WriteFile(address, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "engram-sqlite-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a leftover in the temporary folder does no harm
	path := filepath.Join(dir, "engram.db")
	db, err := store.Open(context.Background(), store.Config{URL: path})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil { // checkpoints the WAL
		return nil, err
	}
	return os.ReadFile(path)
})

// Open opens a database for a test.
func Open(t testing.TB, address string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
