package storetest

import (
	"strings"
	"testing"

	"engram/internal/store"
)

// SoughtIn fails the test unless SQLite answers the query by seeking in that index, without scan or
// sort.
func SoughtIn(t *testing.T, db *store.DB, index, query string, args ...any) {
	t.Helper()
	var plan []string
	err := db.Reader().Each(t.Context(), func(row store.Scanner) error {
		var id, parent, unused int
		var step string
		err := row.Scan(&id, &parent, &unused, &step)
		plan = append(plan, step)
		return err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	steps := strings.Join(plan, "\n")
	if !strings.Contains(steps, index) || strings.Contains(steps, "SCAN ") || strings.Contains(steps, "TEMP B-TREE") {
		t.Errorf("%s\nis not sought in %s:\n%s", query, index, steps)
	}
}
