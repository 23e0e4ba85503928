package store

import (
	"context"
	"database/sql"

	"engram/internal/store/migration"
)

// MaxTries is how often a transaction is begun.
const MaxTries = maxTries

// Write runs do as every verb of the store runs.
func (s *Store) Write(ctx context.Context, do func(*sql.Tx) error) error {
	return s.write(ctx, func(t tx) error { return do(t.raw) })
}

// OpenOlder opens a database as a program left it that knew the given version.
func OpenOlder(ctx context.Context, address string, version int64) (*DB, error) {
	db, err := connect(Config{URL: address})
	if err != nil {
		return nil, err
	}
	return db, migration.UpTo(ctx, db.write, db.dialect == Postgres, addressKey, version)
}

// Reader is the pool that reads.
func (db *DB) Reader() *sql.DB { return db.read }

// ListQuery is List's, and FeedQuery ChangedSince's.
var ListQuery = listQuery

const FeedQuery = feedQuery

// TextsOfUsers are the queries for passages that wait for a vector.
var TextsOfUsers = []string{textsWhere + between + textsOrder, textsWhere + behind + textsOrder, textsWhere + upTo + textsOrder}
