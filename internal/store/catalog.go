package store

import (
	"context"
	"fmt"
	"slices"
)

// Table describes a table.
type Table struct {
	Name    string
	Columns []Column
	Key     []Column // the primary key's, in its order
	parents []string // that it refers to
}

// Column describes a column.
type Column struct {
	Name string
	Kind Kind
}

// Kind tells what values of a column are.
type Kind string

// The kinds of columns of both engines.
const (
	Text   Kind = "text"
	Number Kind = "number" // whole
	Bytes  Kind = "bytes"
)

// kinds are the engines' names of types.
var kinds = map[string]Kind{"TEXT": Text, "BIGINT": Number, "INTEGER": Number, "BYTEA": Bytes}

// Catalog returns the tables that a predicate wants, each behind those that it refers to. Their columns are of known kinds.
func (db *DB) Catalog(ctx context.Context, wants func(table string) bool) ([]Table, error) {
	found := map[string]*Table{}
	places := map[string][]int{}
	err := db.Reader().Each(ctx, func(row Scanner) error {
		var table, name, of string
		var place int
		if err := row.Scan(&table, &name, &of, &place); err != nil || !wants(table) {
			return err
		}
		column := Column{name, kinds[of]}
		if column.Kind == "" {
			return fmt.Errorf("the column %s of the table %s has the unknown type %s", name, table, of)
		}
		t := found[table]
		if t == nil {
			t = &Table{Name: table}
			found[table] = t
		}
		t.Columns = append(t.Columns, column)
		if place >= 0 {
			at, _ := slices.BinarySearch(places[table], place)
			places[table] = slices.Insert(places[table], at, place)
			t.Key = slices.Insert(t.Key, at, column)
		}
		return nil
	}, db.dialect.columnsQuery())
	if err == nil {
		err = db.Reader().Each(ctx, func(row Scanner) error {
			var table, parent string
			err := row.Scan(&table, &parent)
			if t := found[table]; t != nil && parent != table {
				t.parents = append(t.parents, parent)
			}
			return err
		}, db.dialect.referencesQuery())
	}
	if err != nil {
		return nil, Explain(err, "read", "the catalog")
	}
	return parentsFirst(found), nil
}

// parentsFirst sorts tables by name, but each behind its parents, of which none is its own ancestor.
func parentsFirst(found map[string]*Table) (sorted []Table) {
	var visit func(name string)
	visit = func(name string) {
		t := found[name]
		if t == nil {
			return
		}
		delete(found, name)
		slices.Sort(t.parents)
		for _, parent := range t.parents {
			visit(parent)
		}
		sorted = append(sorted, *t)
	}
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		visit(name)
	}
	return sorted
}
