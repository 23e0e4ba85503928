package store_test

import (
	"errors"
	"testing"

	"engram/internal/embed"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/storetest"
)

func TestPassagesOfAnOlderDatabaseAreCounted(t *testing.T) {
	for name, address := range map[string]string{"SQLite": storetest.SQLite(t), "Postgres": storetest.Postgres(t)} {
		t.Run(name, func(t *testing.T) {
			db := open(t, address)
			s := store.New(db, storetest.NewJobs(t, db))
			userID := newUser(t, s, "one")
			m := memory.Memory{ID: "m", UserID: userID, Kind: memory.Note, Status: memory.Ready}
			if err := s.Add(t.Context(), m, []memory.Passage{{Text: "a"}, {Ord: 1, Text: "b"}}, plan.Limits{}); err != nil {
				t.Fatal(err)
			}
			_, errCounters := db.Writer().Exec(`DELETE FROM counters WHERE name = 'passages'`)
			_, errVersion := db.Writer().Exec(`DELETE FROM goose_db_version WHERE version_id = 3`)
			if err := errors.Join(errCounters, errVersion); err != nil {
				t.Fatal(err)
			}
			open(t, address)
			got, err := s.ReadOf(t.Context(), userID, "model")
			if want := (embed.Progress{Passages: 2}); got != want || err != nil {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}
