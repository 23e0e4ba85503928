package store_test

import (
	"testing"

	"engram/internal/store"
)

// keysOf lists table, name and first column of every primary key, unique index and foreign key.
var keysOf = map[store.Dialect]string{
	store.SQLite: `
		SELECT m.name, i.name, c.name
		FROM sqlite_schema m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) c
		WHERE m.type = 'table' AND i."unique" = 1 AND c.seqno = 0
		UNION ALL
		SELECT m.name, 'reference to ' || k."table", k."from"
		FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k
		WHERE m.type = 'table' AND k.seq = 0`,
	store.Postgres: `
		SELECT t.relname, i.relname, a.attname
		FROM pg_index x
		JOIN pg_class t ON t.oid = x.indrelid
		JOIN pg_class i ON i.oid = x.indexrelid
		JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
		WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace
		UNION ALL
		SELECT t.relname, k.conname, a.attname
		FROM pg_constraint k
		JOIN pg_class t ON t.oid = k.conrelid
		JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
		WHERE k.contype = 'f' AND t.relnamespace = 'public'::regnamespace`,
}

// tablesOf lists every table.
var tablesOf = map[store.Dialect]string{
	store.SQLite:   `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
	store.Postgres: `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
}

// apart lists the tables whose rows no user owns, with the reason. The queue has tables of its own, river_job and others, which
// name users within what a job is about.
var apart = map[string]string{
	"login":            "finds the user of a name, so the name is its key",
	"leases":           "what one node at a time does",
	"node_terms":       "what all nodes have in common",
	"attempts":         "counted for addresses and names, also of strangers",
	"waitlist":         "visitors",
	"goose_db_version": "migrations",
	"test_jobs":        "the queue of these tests",
}

func testSchema(t *testing.T, f *fixture) {
	t.Run("ROLE-06 user_id comes first in every key of a user's rows", func(t *testing.T) {
		keyed := map[string]bool{}
		for _, key := range f.strings(t, keysOf[f.db.Dialect()], 3) {
			table, name, first := key[0], key[1], key[2]
			if apart[table] != "" {
				continue
			}
			keyed[table] = true
			if first != "user_id" {
				t.Errorf("%s of table %s begins with %s", name, table, first)
			}
		}
		all := f.strings(t, tablesOf[f.db.Dialect()], 1)
		for _, table := range all {
			if !keyed[table[0]] && apart[table[0]] == "" {
				t.Errorf("table %s has no key", table[0])
			}
		}
		if len(all) != len(keyed)+len(apart) {
			t.Errorf("of %d tables, %d have keys and %d are apart", len(all), len(keyed), len(apart))
		}
	})
}

func (f *fixture) strings(t *testing.T, query string, columns int) (all [][]string) {
	t.Helper()
	rows, err := f.db.Writer().Query(query)
	noError(t, err)
	defer rows.Close()
	for rows.Next() {
		row, into := make([]string, columns), make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		noError(t, rows.Scan(into...))
		all = append(all, row)
	}
	noError(t, rows.Err())
	return all
}
