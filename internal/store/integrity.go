package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Damage runs the engine's own check and reads every table.
func (db *DB) Damage(ctx context.Context) ([]string, error) {
	found, err := db.damage(ctx)
	return found, Explain(err, "look for damage in", "the database")
}

func (db *DB) damage(ctx context.Context) (found []string, err error) {
	tables, err := db.tables(ctx)
	if err != nil {
		return nil, err
	}
	lost, look := db.lostOfSQLite, db.sqliteLooks
	if db.dialect == Postgres {
		lost, look = db.lostOfPostgres, db.postgresLooks
	}
	for _, table := range tables {
		n, err := db.readable(ctx, `SELECT * FROM `+table)
		if err == nil {
			continue
		}
		if !isDamage(err) {
			return nil, err
		}
		text, err := lost(ctx, table, n)
		if err != nil {
			return nil, err
		}
		found = append(found, "the table "+table+": "+text)
	}
	more, err := look(ctx)
	return append(found, more...), err
}

// isDamage reports whether a statement failed because of corrupt data.
func isDamage(err error) bool {
	code := errorCode(err)
	return IsDamaged(err) || strings.HasPrefix(code, "XX") || strings.HasPrefix(code, "58") || isSQLiteCode(err, 10)
}

// tables returns the names of all tables, sorted.
func (db *DB) tables(ctx context.Context) ([]string, error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`
	if db.dialect == Postgres {
		query = `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind = 'r'
			AND c.relnamespace = ANY (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false))) ORDER BY 1`
	}
	return Collect(ctx, db.Reader(), ScanString, query)
}

// readable counts the rows of a query until it ends or fails.
func (db *DB) readable(ctx context.Context, query string, args ...any) (n int, err error) {
	rows, err := db.read.QueryContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// lostOfSQLite says how many rows of a table are unreadable, of which n are read from its start, by
// counting over an intact index.
func (db *DB) lostOfSQLite(ctx context.Context, table string, n int) (string, error) {
	fromEnd, err := db.readable(ctx, `SELECT * FROM `+table+` NOT INDEXED ORDER BY rowid DESC`)
	if err != nil && !isDamage(err) {
		return "", err
	}
	indexes, err := Collect(ctx, db.Reader(), ScanString, `SELECT name FROM pragma_index_list($1)`, table)
	if err != nil && !isDamage(err) {
		return "", err
	}
	can := n + fromEnd
	for _, index := range indexes {
		var were int
		err := db.Reader().Row(ctx, `SELECT COUNT(*) FROM `+table+` INDEXED BY `+index).Scan(&were)
		if err == nil && were >= can {
			return fmt.Sprintf("%d of %d rows can't be read", were-can, were), nil
		}
	}
	return fmt.Sprintf("rows can't be read; %d can, and nothing tells how many there were", can), nil
}

// maxLooked bounds the reported findings.
const maxLooked = 10

func (db *DB) sqliteLooks(ctx context.Context) (found []string, err error) {
	found, err = Collect(ctx, db.Reader(), ScanString, fmt.Sprintf(`PRAGMA integrity_check(%d)`, maxLooked))
	if isDamage(err) {
		return append(found, "the file: "+err.Error()), nil
	}
	if err != nil || len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	for i := range found {
		found[i] = "the file: " + strings.Join(strings.Fields(found[i]), " ")
	}
	orphans := map[string]int{}
	orphan := func(row Scanner) error {
		var table, parent string
		var rowID, key sql.NullInt64
		err := row.Scan(&table, &rowID, &parent, &key)
		orphans[table+", whose rows in "+parent+" are gone"]++
		return err
	}
	err = errors.Join(err, db.Reader().Each(ctx, orphan, `PRAGMA foreign_key_check`))
	for of, n := range orphans {
		found = append(found, fmt.Sprintf("rows (%d) of the table %s", n, of))
	}
	if isDamage(err) {
		err = nil // already reported
	}
	return found, err
}

// lostOfPostgres reads a table page by page.
func (db *DB) lostOfPostgres(ctx context.Context, table string, _ int) (string, error) {
	var pages, were int
	err := db.Reader().Row(ctx, `SELECT pg_relation_size(oid) / current_setting('block_size')::bigint, GREATEST(reltuples, 0)::bigint
		FROM pg_class WHERE oid = $1::regclass`, table).Scan(&pages, &were)
	if err != nil {
		return "", err
	}
	var can, lost int
	for page := range pages {
		n, err := db.readable(ctx, `SELECT * FROM `+table+` WHERE ctid >= $1::tid AND ctid < $2::tid`,
			fmt.Sprintf("(%d,0)", page), fmt.Sprintf("(%d,0)", page+1))
		if err != nil && !isDamage(err) {
			return "", err
		}
		can += n
		if err != nil {
			lost++
		}
	}
	text := fmt.Sprintf("%d of %d pages can't be read; %d rows can", lost, pages, can)
	if were > can {
		text += fmt.Sprintf(", of about %d", were)
	}
	return text, nil
}

// postgresLooks runs amcheck where it is installed.
func (db *DB) postgresLooks(ctx context.Context) (found []string, err error) {
	var installed bool
	err = db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck')`).Scan(&installed)
	if err != nil || !installed {
		return nil, err
	}
	indexes, err := Collect(ctx, db.Reader(), ScanString, `SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam
		WHERE c.relkind = 'i' AND a.amname = 'btree'
		AND c.relnamespace = ANY (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false))) ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	for _, index := range indexes {
		_, err := db.Reader().Exec(ctx, `SELECT bt_index_check($1::regclass, true)`, index)
		switch {
		case errorCode(err) == "42501": // no permission for amcheck
			return found, nil
		case isDamage(err):
			found = append(found, "the index "+index+" is damaged: REINDEX makes it anew from its table")
		case err != nil:
			return found, err
		}
	}
	return found, nil
}
