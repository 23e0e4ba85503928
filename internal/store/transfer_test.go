package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/store"
	"engram/internal/store/storetest"
	"engram/internal/store/transfer"
)

// manyAttempts fill three batches.
const manyAttempts = 1_100

// fillAll inserts a row of generated values into each table of a database. Keys and references have the given number.
func fillAll(t *testing.T, db *store.DB, number int) {
	t.Helper()
	tables, err := db.Catalog(t.Context(), func(table string) bool {
		return table != "goose_db_version" && table != "node_terms" && table != "snapshots"
	})
	noError(t, err)
	rows := rapid.Custom(func(rt *rapid.T) (rows [][]any) {
		for _, table := range tables {
			var row []any
			for _, c := range table.Columns {
				row = append(row, generated(rt, c, slices.Contains(table.Key, c), number))
			}
			rows = append(rows, row)
		}
		return rows
	}).Example(number)
	for i, table := range tables {
		var names []string
		for _, c := range table.Columns {
			names = append(names, `"`+c.Name+`"`)
		}
		_, err := db.Writer().Exec(`INSERT INTO "`+table.Name+`" (`+strings.Join(names, ",")+`) VALUES (`+store.Placeholders(1, len(names))+`)`, rows[i]...)
		noError(t, err)
	}
}

func generated(rt *rapid.T, c store.Column, isKey bool, number int) any {
	switch {
	case c.Name == "vector" && number == 0: // which alone may be NULL
		return nil
	case c.Kind == store.Text && (isKey || c.Name == "id" || strings.HasSuffix(c.Name, "_id")):
		return fmt.Sprintf("ä%d", number)
	case c.Kind == store.Text:
		return store.Storable(rapid.String().Draw(rt, c.Name))
	case c.Kind == store.Bytes:
		return rapid.SliceOf(rapid.Byte()).Draw(rt, c.Name)
	case isKey:
		return number
	case c.Name == "use_ai": // the one number of four bytes
		return rapid.IntRange(0, 1).Draw(rt, c.Name)
	}
	return rapid.Int64().Draw(rt, c.Name)
}

// contents returns the rows of every table, sorted.
func contents(t *testing.T, db *store.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	f := &fixture{db: db}
	for _, table := range f.strings(t, tablesOf[db.Dialect()], 1) {
		if table[0] == "goose_db_version" || table[0] == "node_terms" || table[0] == "snapshots" {
			continue
		}
		all[table[0]] = nil
		rows, err := db.Writer().Query(`SELECT * FROM ` + table[0])
		noError(t, err)
		defer rows.Close()
		names, err := rows.Columns()
		noError(t, err)
		for rows.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			noError(t, rows.Scan(into...))
			var row []string
			for i, value := range values {
				if raw, ok := value.([]byte); ok {
					value = string(raw)
				}
				row = append(row, fmt.Sprintf("%s=%T %q", names[i], value, fmt.Sprint(value)))
			}
			slices.Sort(row)
			all[table[0]] = append(all[table[0]], strings.Join(row, " "))
		}
		noError(t, rows.Err())
		slices.Sort(all[table[0]])
	}
	return all
}

// interruptedAt is the number of batches after which a copy is interrupted: among others between two of one table.
const interruptedAt = 4

// carry copies a database, with interruptions.
func carry(t *testing.T, from *store.DB, address string) *store.DB {
	t.Helper()
	batches := 0
	for runs := 1; ; runs++ {
		ctx, interrupt := context.WithCancel(t.Context())
		to, begun, err := store.Receive(ctx, store.Config{URL: address}, "the source")
		noError(t, err)
		equal(t, begun, runs > 1)
		copying, err := transfer.New(ctx, from, to, func(string, int) {
			if batches++; batches%interruptedAt == 0 {
				interrupt()
			}
		})
		noError(t, err)
		err = copying.Rows(ctx)
		interrupt()
		if errors.Is(err, context.Canceled) {
			noError(t, to.Close())
			continue
		}
		noError(t, err)
		equal(t, batches, len(copying.Tables())+manyAttempts/500) // none twice
		equal(t, runs >= batches/interruptedAt, true)
		_, err = store.Open(t.Context(), store.Config{URL: address})
		isRefused(t, err, "in part")
		differ, err := copying.Compare(t.Context())
		noError(t, err)
		equal(t, differ, []string(nil))
		noError(t, copying.Finish(t.Context()))
		noError(t, to.Close())
		return storetest.Open(t, address)
	}
}

func isRefused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("got %v, want an error with %q", err, says)
	}
}

func TestTransfer(t *testing.T) {
	address := storetest.Postgres(t)
	source := storetest.Open(t, storetest.SQLiteMigrated(t))
	for number := range 3 {
		fillAll(t, source, number)
	}
	for i := range manyAttempts {
		_, err := source.Writer().Exec(`INSERT INTO attempts (key, full_at) VALUES ($1, $2)`, fmt.Sprintf("Key %d", i), i)
		noError(t, err)
	}
	want := contents(t, source)
	for table, rows := range want {
		if len(rows) < 3 {
			t.Errorf("the table %s has %d rows", table, len(rows))
		}
	}
	there := carry(t, source, address)
	equal(t, contents(t, there), want)
	back := carry(t, there, storetest.SQLite(t))
	equal(t, contents(t, back), want)
	found, err := back.Damage(t.Context())
	noError(t, err)
	equal(t, found, []string(nil))
}

func TestTransferNoticesWhatChanged(t *testing.T) {
	source := storetest.Open(t, storetest.SQLiteMigrated(t))
	fillAll(t, source, 0)
	to, _, err := store.Receive(t.Context(), store.Config{URL: storetest.SQLite(t)}, "the source")
	noError(t, err)
	defer to.Close()
	copying, err := transfer.New(t.Context(), source, to, func(string, int) {})
	noError(t, err)
	noError(t, copying.Rows(t.Context()))
	_, err = source.Writer().Exec(`UPDATE memories SET remark = 'another'`)
	noError(t, err)
	_, err = source.Writer().Exec(`INSERT INTO waitlist (item, email, created_at) VALUES ('a', 'b', 1)`)
	noError(t, err)
	differ, err := copying.Compare(t.Context())
	noError(t, err)
	equal(t, differ, []string{"memories", "waitlist"})
}

func TestReceiveRefuses(t *testing.T) {
	begun := func(t *testing.T) string {
		path := storetest.SQLite(t)
		db, _, err := store.Receive(t.Context(), store.Config{URL: path}, "the source")
		noError(t, err)
		_, err = db.Writer().Exec(`UPDATE ` + store.TransferTable + ` SET position = '1' WHERE name = ' version'`)
		noError(t, err)
		noError(t, db.Close())
		return path
	}
	for title, test := range map[string]struct {
		path   string
		source string
		says   string
	}{
		"an Engram":            {storetest.SQLiteMigrated(t), "the source", "not empty"},
		"another source":       {begun(t), "another", "name an empty one"},
		"another version":      {begun(t), "the source", "another version"},
		"no database":          {t.TempDir(), "the source", "is a folder"},
		"Postgres in use":      {storetest.PostgresMigrated(t), "the source", "not empty"},
		"a Postgres not there": {"postgres://127.0.0.1:1/none", "the source", "connect"},
	} {
		t.Run(title, func(t *testing.T) {
			db, _, err := store.Receive(t.Context(), store.Config{URL: test.path}, test.source)
			if err == nil {
				noError(t, db.Close())
			}
			isRefused(t, err, test.says)
		})
	}
}
