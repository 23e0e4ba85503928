package trash

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"engram/internal/store"
	"engram/internal/store/passages"
)

// Table is a table with rows of memories.
type Table struct {
	Name   string
	memory string // the column with the memory's id
	order  string // of the rows of one memory
}

// Tables are packed and put back in this order: none refers to a later one.
var Tables = []Table{
	{"memories", "id", "id"},
	{"uploads", "memory_id", "id"},
	{"passages", "memory_id", "ord"},
	{"tweets", "memory_id", "tweet_id"},
	{"documents", "memory_id", "part"},
	{"page_words", "memory_id", "page"},
	{"figures", "memory_id", "name"},
	{"highlights", "memory_id", "id"},
	{"note_versions", "memory_id", "edition"},
	{"memory_tags", "memory_id", "tag"},
	{"signatures", "memory_id", "memory_id"},
	{"import_items", "memory_id", "memory_id"},
	{"mail_origins", "memory_id", "memory_id"},
}

// rowsAtOnce bounds the memory that packing takes.
const rowsAtOnce = 100

// cell is a value of a row; NULL if all are nil.
type cell struct {
	Number *int64  `json:"n,omitempty"`
	Text   *string `json:"t,omitempty"`
	Bytes  *[]byte `json:"b,omitempty"`
}

// Scan implements sql.Scanner.
func (c *cell) Scan(value any) error {
	switch v := value.(type) {
	case nil:
	case int64:
		c.Number = &v
	case string:
		c.Text = &v
	case []byte:
		v = append([]byte{}, v...) // the driver's, which is nil for none
		c.Bytes = &v
	default:
		return fmt.Errorf("%T can't be kept in the trash", value)
	}
	return nil
}

func (c cell) value() any {
	switch {
	case c.Number != nil:
		return *c.Number
	case c.Text != nil:
		return *c.Text
	case c.Bytes != nil:
		return *c.Bytes
	}
	return nil
}

// row is a row by its columns, whichever the schema has.
type row map[string]cell

var errColumns = errors.New("a row without the names of its columns")

func scanRow(scanner store.Scanner) (row, error) {
	named, ok := scanner.(interface{ Columns() ([]string, error) })
	if !ok {
		return nil, errColumns
	}
	columns, err := named.Columns()
	if err != nil {
		return nil, err
	}
	cells := make([]cell, len(columns))
	into := make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	if err := scanner.Scan(into...); err != nil {
		return nil, err
	}
	read := make(row, len(columns))
	for i, column := range columns {
		read[column] = cells[i]
	}
	return read, nil
}

func pack(ctx context.Context, t store.Tx, userID, id string) error {
	n := 0
	for _, table := range Tables {
		for offset := 0; ; offset += rowsAtOnce {
			rows, err := store.Collect(ctx, t.Querier, scanRow, `SELECT * FROM `+table.Name+` WHERE user_id = $1 AND `+table.memory+` = $2
				ORDER BY `+table.order+` LIMIT $3 OFFSET $4`, userID, id, rowsAtOnce, offset)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				break
			}
			packed, err := store.Pack(rows)
			if err != nil {
				return err
			}
			_, err = t.Exec(ctx, `INSERT INTO trash_rows (user_id, memory_id, n, origin, rows) VALUES ($1, $2, $3, $4, $5)`,
				userID, id, n, table.Name, packed)
			if err != nil {
				return err
			}
			n++
		}
	}
	return nil
}

// packed is a row of trash_rows.
type packed struct {
	origin string
	rows   []byte
}

func unpack(ctx context.Context, t store.Tx, userID, id string) error {
	for n := 0; ; n++ {
		found, err := store.Collect(ctx, t.Querier, func(row store.Scanner) (p packed, err error) {
			err = row.Scan(&p.origin, &p.rows)
			return p, err
		}, `SELECT origin, rows FROM trash_rows WHERE user_id = $1 AND memory_id = $2 AND n = $3`, userID, id, n)
		if err != nil || len(found) == 0 {
			return err
		}
		var rows []row
		if err := store.Unpack(found[0].rows, &rows); err != nil {
			return err
		}
		if found[0].origin == "passages" {
			if err := renumber(ctx, t, userID, rows); err != nil {
				return err
			}
		}
		if err := insert(ctx, t, found[0].origin, rows); err != nil {
			return err
		}
	}
}

// renumber gives passages the next numbers of the user's log.
func renumber(ctx context.Context, t store.Tx, userID string, rows []row) error {
	seq, err := passages.Reserve(ctx, t, userID, len(rows))
	for i := range rows {
		number := seq + int64(i)
		rows[i]["seq"] = cell{Number: &number}
	}
	return err
}

// insert inserts rows of one table, which have the same columns. Columns that came since have their
// defaults.
func insert(ctx context.Context, t store.Tx, table string, rows []row) error {
	columns := slices.Sorted(maps.Keys(rows[0]))
	var args []any
	values := make([]string, len(rows))
	for i, r := range rows {
		values[i] = "(" + store.Placeholders(len(args)+1, len(columns)) + ")"
		for _, column := range columns {
			args = append(args, r[column].value())
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) VALUES `+strings.Join(values, ", "), args...)
	return err
}
