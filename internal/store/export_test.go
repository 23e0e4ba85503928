package store

import (
	"context"

	"engram/internal/memory"
	"engram/internal/store/migration"
)

// MaxTries is how often a transaction is begun.
const MaxTries = maxTries

// OpenOlder opens a database as a program left it that knew the given version.
func OpenOlder(ctx context.Context, address string, version int64) (*DB, error) {
	db, err := connect(Config{URL: address})
	if err != nil {
		return nil, err
	}
	return db, migration.UpTo(ctx, db.write, db.dialect == Postgres, memory.KeyOf, version)
}
