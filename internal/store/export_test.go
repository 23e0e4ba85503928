package store

import (
	"context"
	"database/sql"
)

// MaxTries is how often a transaction is begun.
const MaxTries = maxTries

// Write runs do as every verb of the store runs.
func (s *Store) Write(ctx context.Context, do func(*sql.Tx) error) error {
	return s.write(ctx, func(t tx) error { return do(t.raw) })
}

// Reader is the pool that reads.
func (db *DB) Reader() *sql.DB { return db.read }

// TextsOfUsers are the queries for passages that wait for a vector.
var TextsOfUsers = textsOfUsers
