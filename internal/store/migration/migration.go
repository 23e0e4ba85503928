// Package migration brings a database to the schema that this program speaks.
//
// A migration only goes forward: the way back is a backup. One SQL text serves both engines.
package migration

import (
	"context"
	"database/sql"
	"embed"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// Waiting for another node that migrates: one try a second, five minutes long.
const lockPeriod, lockTries = 1, 300

// Up applies what is missing, each migration in a transaction of its own with the row that records it, so that an
// interruption leaves either the schema before or the one after. On Postgres a session lock lets one node at a time
// through.
//
// A Keyer gives the key of an address, for rows from before it was stored.
func Up(ctx context.Context, db *sql.DB, postgres bool, key Keyer) error {
	provider, err := newProvider(db, postgres, key)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Newest is the version of the last migration.
func Newest() (newest int64) {
	entries, _ := files.ReadDir(".") // embedded: it is there
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return max(newest, addressesVersion)
}

// UpTo applies what is missing up to a version, as an older program did.
func UpTo(ctx context.Context, db *sql.DB, postgres bool, key Keyer, version int64) error {
	provider, err := newProvider(db, postgres, key)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	return err
}

// addressesVersion is the migration that is written in Go.
const addressesVersion = 5

func newProvider(db *sql.DB, postgres bool, key Keyer) (*goose.Provider, error) {
	addresses := goose.NewGoMigration(addressesVersion, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error { return keyAddresses(ctx, tx, key) }}, nil)
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(addresses)}
	if !postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files, options...)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockPeriod, lockTries))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, append(options, goose.WithSessionLocker(locker))...)
}
