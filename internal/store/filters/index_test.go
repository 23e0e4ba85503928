package filters_test

import (
	"strings"
	"testing"

	"engram/internal/filter"
	"engram/internal/store"
	"engram/internal/store/filters"
	"engram/internal/store/storetest"
)

// Rows of memories are wide: reading ten thousand of them takes many times as long as the index.
func TestFiltersReadTheirIndexAlone(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	for _, text := range []string{
		"", "tag:a", "-tag:a", "kind:note", "-kind:note", "from:example.org", "by:ann", "lang:en", "before:2025", "after:2025", "on:2025-03",
		"is:starred", "is:unread", "is:read", "is:archived", "is:failed", "is:pending", "is:highlighted", "is:tagged", "kind:link is:failed tag:a by:ann",
	} {
		f, rest := filter.Parse(text)
		if rest != "" {
			t.Fatalf("%q is no filter", rest)
		}
		for _, sort := range filter.Sorts {
			page := filter.Page{Sort: sort, Limit: 51, Behind: &filter.Position{Title: []byte("m"), Place: "m"}}
			for query, args := range filters.Statements("u", filter.Query{Filters: []filter.Filter{f}}, page) {
				if plan := planOf(t, db, query, args); !strings.Contains(plan, "memories USING COVERING INDEX memories_by_place (user_id=?") {
					t.Errorf("%s\nreads rows:\n%s", query, plan)
				}
			}
		}
	}
}

func planOf(t *testing.T, db *store.DB, query string, args []any) string {
	t.Helper()
	steps, err := store.Collect(t.Context(), db.Reader(), func(row store.Scanner) (step string, err error) {
		var n int
		err = row.Scan(&n, &n, &n, &step)
		return step, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}
