package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// Querier runs statements on a pool or in a transaction. Text gets to an engine no other way: here it is made fit for both.
type Querier struct {
	engine interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// Exec returns how many rows the statement changed.
func (q Querier) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := q.engine.ExecContext(ctx, query, storable(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Row runs a query of at most one row.
func (q Querier) Row(ctx context.Context, query string, args ...any) *sql.Row {
	return q.engine.QueryRowContext(ctx, query, storable(args)...)
}

// Scanner is a *sql.Row or *sql.Rows.
type Scanner interface{ Scan(dest ...any) error }

// Each calls yield with every row of a query, and stops at its first error.
func (q Querier) Each(ctx context.Context, yield func(Scanner) error, query string, args ...any) error {
	rows, err := q.engine.QueryContext(ctx, query, storable(args)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := yield(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Collect returns what scan makes of every row.
func Collect[T any](ctx context.Context, q Querier, scan func(Scanner) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := q.Each(ctx, func(row Scanner) error {
		one, err := scan(row)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

func storable(args []any) []any {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = Storable(text)
		}
	}
	return args
}

// Storable replaces what Postgres refuses in text, and does so for SQLite as well, so that both engines keep the
// same: bytes that are no UTF-8 become U+FFFD, and NUL, which no text needs, is dropped.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// Placeholders writes "$from,$from+1,…", n of them.
func Placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(from + i))
	}
	return b.String()
}
