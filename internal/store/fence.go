package store

import (
	"context"
	"database/sql"
)

type fenceKey struct{}

// Fenced returns a context whose transactions on Postgres are refused with the error of admit, which each of them calls
// before it changes anything. It keeps a node that was taken for dead from writing after its work went to another.
func Fenced(ctx context.Context, admit func(ctx context.Context, tx *sql.Tx) error) context.Context {
	return context.WithValue(ctx, fenceKey{}, admit)
}

// admitted calls the fence of a context, if it has one. SQLite has a single process.
func (db *DB) admitted(ctx context.Context, tx *sql.Tx) error {
	admit, ok := ctx.Value(fenceKey{}).(func(context.Context, *sql.Tx) error)
	if !ok || db.dialect == SQLite {
		return nil
	}
	return admit(ctx, tx)
}
