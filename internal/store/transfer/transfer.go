// Package transfer copies all rows of a database into another one, of either engine, which store.Receive opened. It goes on
// where it was interrupted, and compares both in the end.
package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"engram/internal/store"
)

// Bounds of a batch, which is one transaction.
const (
	maxRows  = 500
	maxBytes = 4 << 20
)

// maxValues is the maximum number of values in a statement. SQLite's driver looks each up among all.
const maxValues = 1_000

// complete is the position of a table of which all is copied.
const complete = "complete"

// Transfer copies the rows of one database to another. The source must not change meanwhile.
type Transfer struct {
	from, to *store.DB
	tables   []store.Table
	copied   func(table string, rows int)
}

// New returns a Transfer that calls copied after each batch.
func New(ctx context.Context, from, to *store.DB, copied func(table string, rows int)) (*Transfer, error) {
	tables, err := from.Catalog(ctx, carried)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if len(t.Key) == 0 {
			return nil, fmt.Errorf("the table %s has no primary key, so it can't be copied", t.Name)
		}
	}
	return &Transfer{from: from, to: to, tables: tables, copied: copied}, nil
}

// carried reports whether a table's rows are copied: jobs have tables of the queue's own, for each engine, versions are made by migrations,
// and the files lie elsewhere from now on.
func carried(table string) bool {
	return table != "goose_db_version" && table != "node_terms" && table != "snapshots" && table != store.TransferTable && !strings.HasPrefix(table, "river_")
}

// Tables returns the names of what is copied.
func (t *Transfer) Tables() (names []string) {
	for _, table := range t.tables {
		names = append(names, table.Name)
	}
	return names
}

// Rows copies all rows that are not yet there.
func (t *Transfer) Rows(ctx context.Context) error {
	for _, table := range t.tables {
		if err := t.table(ctx, table); err != nil {
			return store.Explain(err, "copy the table", table.Name)
		}
	}
	return nil
}

// Once runs do in a transaction of the destination, unless one of that name was committed.
func (t *Transfer) Once(ctx context.Context, name string, do func(*sql.Tx) error) error {
	at, err := t.position(ctx, name)
	if err != nil || at == complete {
		return err
	}
	err = t.to.Write(ctx, func(tx store.Tx) error {
		if err := do(tx.Raw); err != nil {
			return err
		}
		return advance(ctx, tx, name, complete)
	})
	return store.Explain(err, "copy", name)
}

// Finish makes the destination a database like any other.
func (t *Transfer) Finish(ctx context.Context) error {
	err := t.to.Write(ctx, func(tx store.Tx) error {
		_, err := tx.Exec(ctx, `DROP TABLE `+store.TransferTable)
		return err
	})
	return store.Explain(err, "finish", "the copy")
}

func (t *Transfer) table(ctx context.Context, table store.Table) error {
	at, err := t.position(ctx, table.Name)
	for err == nil && at != complete {
		at, err = t.batch(ctx, table, at)
	}
	return err
}

// batch copies the rows behind a position and returns the next one.
func (t *Transfer) batch(ctx context.Context, table store.Table, at string) (next string, err error) {
	rows, more, err := t.read(ctx, table, at)
	if err != nil {
		return "", err
	}
	if next = complete; more {
		if next, err = positionOf(table, rows[len(rows)-1]); err != nil {
			return "", err
		}
	}
	err = t.to.Write(ctx, func(tx store.Tx) error {
		if at == "" { // migrations insert rows as well
			if _, err := tx.Exec(ctx, `DELETE FROM `+quoted(table.Name)); err != nil {
				return err
			}
		}
		for some := range slices.Chunk(rows, max(1, maxValues/len(table.Columns))) {
			if err := insert(ctx, tx, table, some); err != nil {
				return err
			}
		}
		return advance(ctx, tx, table.Name, next)
	})
	if err == nil {
		t.copied(table.Name, len(rows))
	}
	return next, err
}

// errEnough ends the reading of a batch.
var errEnough = errors.New("enough for a batch")

// read returns the rows of a batch, and whether there are more.
func (t *Transfer) read(ctx context.Context, table store.Table, at string) (rows [][]any, more bool, err error) {
	from, err := keyOf(table, at)
	if err != nil {
		return nil, false, err
	}
	query := `SELECT ` + list(table.Columns) + ` FROM ` + quoted(table.Name)
	if len(from) > 0 {
		query += ` WHERE (` + list(table.Key) + `) > (` + store.Placeholders(1, len(from)) + `)`
	}
	query += fmt.Sprintf(` ORDER BY %s LIMIT %d`, list(table.Key), maxRows)
	size := 0
	err = t.from.Reader().Each(ctx, func(row store.Scanner) error {
		values, err := scan(row, table)
		if err != nil {
			return err
		}
		rows, size = append(rows, values), size+sizeOf(values)
		if size > maxBytes {
			return errEnough
		}
		return nil
	}, query, from...)
	if errors.Is(err, errEnough) {
		return rows, true, nil
	}
	return rows, len(rows) == maxRows, err
}

func insert(ctx context.Context, tx store.Tx, table store.Table, rows [][]any) error {
	var query strings.Builder
	query.WriteString(`INSERT INTO ` + quoted(table.Name) + ` (` + list(table.Columns) + `) VALUES `)
	args := make([]any, 0, len(rows)*len(table.Columns))
	for i, row := range rows {
		if i > 0 {
			query.WriteByte(',')
		}
		query.WriteString(`(` + store.Placeholders(len(args)+1, len(row)) + `)`)
		args = append(args, row...)
	}
	_, err := tx.Exec(ctx, query.String(), args...)
	return err
}

// position returns how far a table is; empty before its first batch.
func (t *Transfer) position(ctx context.Context, name string) (at string, err error) {
	err = t.to.Reader().Row(ctx, `SELECT position FROM `+store.TransferTable+` WHERE name = $1`, name).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return at, store.Explain(err, "read how far", name)
}

func advance(ctx context.Context, tx store.Tx, name, position string) error {
	_, err := tx.Exec(ctx, `INSERT INTO `+store.TransferTable+` (name, position) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET position = excluded.position`, name, position)
	return err
}

func list(columns []store.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = quoted(c.Name)
	}
	return strings.Join(names, ", ")
}

func quoted(name string) string { return `"` + name + `"` }
