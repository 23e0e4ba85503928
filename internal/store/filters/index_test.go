package filters_test

import (
	"strings"
	"testing"

	"engram/internal/store"
	"engram/internal/store/filters"
	"engram/internal/store/storetest"
)

// Rows of memories are wide: all are read from the index, and what has changed is sought.
func TestRowsAreReadByTheirIndex(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	for query, indexes := range map[string][]string{
		"SELECT " + filters.Columns + " FROM memories WHERE user_id = $1": {"COVERING INDEX memories_by_place (user_id=?)"},
		"SELECT " + filters.Columns + " FROM " + filters.ChangedRows + "memories WHERE user_id = $1 AND id = changed": {
			"memories_by_change (user_id=? AND change>?)", "memories_by_highlights_change (user_id=? AND highlights_change>?)",
			"memories_by_read_change (user_id=? AND read_change>?)", "memories USING INDEX sqlite_autoindex_memories_1 (user_id=? AND id=?)",
		},
		"SELECT tag FROM " + filters.ChangedRows + "memory_tags WHERE user_id = $1 AND memory_id = changed": {
			"memory_tags_by_memory (user_id=? AND memory_id=?)",
		},
		"SELECT DISTINCT memory_id FROM " + filters.ChangedRows + "highlights WHERE user_id = $1 AND memory_id = changed": {
			"(user_id=? AND memory_id=?)",
		},
	} {
		args := []any{"u", 1, 1}
		if !strings.Contains(query, "$3") {
			args = args[:1]
		}
		plan := planOf(t, db, query, args...)
		for _, index := range indexes {
			if !strings.Contains(plan, index) {
				t.Errorf("%s\nis not sought in %s:\n%s", query, index, plan)
			}
		}
	}
}

func planOf(t *testing.T, db *store.DB, query string, args ...any) string {
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
