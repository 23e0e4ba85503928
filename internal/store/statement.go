package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// Querier runs statements on a pool or transaction. All text passes through it, to suit both
// engines.
type Querier struct {
	engine interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// Exec returns the number of rows changed.
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

// Each calls yield with every row until it fails.
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

// Collect returns the scanned rows of a query.
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

// Storable replaces what Postgres rejects in text, for both engines alike: invalid UTF-8 becomes
// U+FFFD, NUL is dropped.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// Placeholders returns n placeholders "$from,$from+1,…".
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
