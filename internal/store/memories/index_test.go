package memories_test

import (
	"testing"

	"engram/internal/memory"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

func TestRowsAreSoughtInTheirIndex(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	for _, c := range []struct {
		columns string
		page    memory.Page
		index   string
	}{
		{"id", memory.Page{Key: "example.com", Limit: 1}, "memories_by_address"},
		{"title", memory.Page{Limit: 51, Before: "m"}, "memories_by_place (user_id=? AND place<?)"},
		{"title", memory.Page{Limit: 51, Before: "m", Kind: memory.Note}, "memories_by_kind (user_id=? AND kind=? AND place<?)"},
	} {
		query, args := memories.ListQuery(c.columns, "u", c.page)
		storetest.SoughtIn(t, db, c.index, query, args...)
	}
	for _, index := range []string{"memories_by_change", "deletions_by_change", "memories_by_highlights_change"} {
		storetest.SoughtIn(t, db, index, memories.FeedQuery, "u", 1, 9)
	}
}
