package passages_test

import (
	"testing"

	"engram/internal/store/passages"
	"engram/internal/store/storetest"
)

func TestRowsAreSoughtInTheirIndex(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	for _, query := range passages.TextsOfUsers {
		storetest.SoughtIn(t, db, "passages_by_model (model=? AND user_id", query, "", 32, "", "")
	}
}
