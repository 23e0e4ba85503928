package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"engram/internal/fault"
	"engram/internal/store/migration"
)

// Attach opens a database as it is, perhaps beside the running process: nothing is created,
// migrated or reserved.
func Attach(c Config) (*DB, error) {
	if dialectOf(c.URL) == SQLite && IsNew(c.URL) {
		return nil, fmt.Errorf("store: %s is not there", c.URL)
	}
	db, err := connect(c)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	return db, nil
}

// Schema returns the migrated version; 0 before the first migration.
func (db *DB) Schema(ctx context.Context) (int64, error) {
	var version int64
	migrated, err := db.hasTable(ctx, "goose_db_version")
	if err == nil && migrated {
		err = db.Reader().Row(ctx, `SELECT MAX(version_id) FROM goose_db_version`).Scan(&version)
	}
	return version, Explain(err, "read", "the version of the database")
}

func (db *DB) hasTable(ctx context.Context, name string) (has bool, err error) {
	err = db.Reader().Row(ctx, db.dialect.hasTable(), name).Scan(&has)
	return has, err
}

// Current reports, in words, a database that is not at this program's version, or not whole.
func (db *DB) Current(ctx context.Context) error {
	if err := db.received(ctx); err != nil {
		return err
	}
	at, err := db.Schema(ctx)
	if err != nil {
		return err
	}
	if program := NewestSchema(); at < program {
		return fmt.Errorf("the database is at version %d, this program at %d: start the server once, which migrates it", at, program)
	}
	return knows(at)
}

// knows reports a version that is newer than the program's.
func knows(at int64) error {
	if newest := NewestSchema(); at > newest {
		return fmt.Errorf("the database is at version %d and this program knows %d: it needs a newer Engram", at, newest)
	}
	return nil
}

// NewestSchema returns this program's schema version.
func NewestSchema() int64 { return migration.Newest() }

// CopyTo writes a consistent copy of an SQLite database while others write. Free pages, and deleted
// text in them, are left out.
func (db *DB) CopyTo(ctx context.Context, path string) error {
	if db.dialect == Postgres {
		return errors.New("store: a Postgres database is dumped by pg_dump")
	}
	// A pool of its own: VACUUM INTO counts as a write for readers, and would block the writer.
	pool := openSQLitePool(db.path, url.Values{"_pragma": {"busy_timeout(" + busyTimeout + ")"}}, 1)
	_, err := pool.ExecContext(ctx, `VACUUM INTO $1`, path)
	if err = errors.Join(err, pool.Close()); err != nil && isSQLiteIO(err) && IsFull(filepath.Dir(path)) {
		return fault.Full(err)
	}
	return Explain(err, "copy the database to", path)
}

// Inspect reads a whole database file that is not open, and returns its version.
func Inspect(ctx context.Context, path string) (int64, error) {
	if err := inspect(path); err != nil {
		return 0, err
	}
	pool := openSQLitePool(path, url.Values{"mode": {"ro"}}, 1)
	defer pool.Close()
	db := &DB{dialect: SQLite, read: pool, write: pool}
	if err := db.foreign(ctx); err != nil {
		return 0, err
	}
	found, err := Collect(ctx, db.Reader(), ScanString, fmt.Sprintf(`PRAGMA quick_check(%d)`, maxLooked))
	if err != nil {
		return 0, fmt.Errorf("store: inspect: %w", err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return 0, fmt.Errorf("the database is damaged: %s", strings.Join(found, "; "))
	}
	return db.Schema(ctx)
}
