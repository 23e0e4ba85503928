// Package migration migrates a database to this program's schema, forward only, with the same SQL
// for both engines.
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

// Wait for another migrating node: once a second, for five minutes.
const lockPeriod, lockTries = 1, 300

// Up applies pending migrations, each in a transaction with its record. On Postgres a session lock
// admits one node at a time. Keys are for rows of older programs.
func Up(ctx context.Context, db *sql.DB, postgres bool, keys Keys) error {
	provider, err := newProvider(db, postgres, keys)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Newest returns the last migration's version.
func Newest() (newest int64) {
	entries, _ := files.ReadDir(".") // embedded
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return max(newest, addressesVersion, filtersVersion, usageVersion)
}

// UpTo migrates up to a version, as an older program did.
func UpTo(ctx context.Context, db *sql.DB, postgres bool, keys Keys, version int64) error {
	provider, err := newProvider(db, postgres, keys)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	return err
}

// addressesVersion is the migration that sets keys of addresses.
const addressesVersion = 5

func newProvider(db *sql.DB, postgres bool, keys Keys) (*goose.Provider, error) {
	inGo := func(version int64, run func(context.Context, *sql.Tx, Keys) error) *goose.Migration {
		return goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error { return run(ctx, tx, keys) }}, nil)
	}
	options := []goose.ProviderOption{
		goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(inGo(addressesVersion, keyAddresses), inGo(filtersVersion, addFiltered), inGo(usageVersion, addUsage)),
	}
	if !postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files, options...)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockPeriod, lockTries))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, append(options, goose.WithSessionLocker(locker))...)
}
