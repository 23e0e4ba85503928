package storetest

import (
	"path/filepath"
	"testing"

	"engram/internal/store"
)

// SQLite returns the path of a database that does not exist yet.
func SQLite(t testing.TB) string { return filepath.Join(t.TempDir(), "engram.db") }

// Open opens a database until the test ends.
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
