package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// session runs statements on a pool or in a transaction, and is the only way that text gets to an engine: here it is made
// fit for both.
type session struct {
	engine interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// exec returns how many rows the statement changed.
func (s session) exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := s.engine.ExecContext(ctx, query, storable(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// row runs a query of at most one row.
func (s session) row(ctx context.Context, query string, args ...any) *sql.Row {
	return s.engine.QueryRowContext(ctx, query, storable(args)...)
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// each calls yield with every row of a query, and stops at its first error.
func (s session) each(ctx context.Context, yield func(scanner) error, query string, args ...any) error {
	rows, err := s.engine.QueryContext(ctx, query, storable(args)...)
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

// collect returns what scan makes of every row.
func collect[T any](ctx context.Context, s session, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := s.each(ctx, func(row scanner) error {
		one, err := scan(row)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

func storable(args []any) []any {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = storableText(text)
		}
	}
	return args
}

// storableText replaces what Postgres refuses in text, and does so for SQLite as well, so that both engines keep the
// same: bytes that are no UTF-8 become U+FFFD, and NUL, which no text needs, is dropped.
func storableText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// placeholders writes "$from,$from+1,…", n of them.
func placeholders(from, n int) string {
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
