package store_test

import (
	"testing"
	"time"

	"engram/internal/embed"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
	"engram/internal/usage"
)

func TestAnOlderDatabaseIsBroughtUpToDate(t *testing.T) {
	for name, address := range map[string]string{"SQLite": storetest.SQLite(t), "Postgres": storetest.Postgres(t)} {
		t.Run(name, func(t *testing.T) {
			makeOlder(t, address)
			db := storetest.Open(t, address)
			s := storetest.New(db, storetest.NewJobs(t, db), memories.Hooks{})

			got, err := s.Progress(t.Context(), "u", "model")
			if want := (embed.Progress{Passages: 2}); got != want || err != nil {
				t.Errorf("passages are counted: %v, %v; want %v", got, err, want)
			}
			found, err := s.List(t.Context(), "u", memory.Page{Key: "example.com/a"})
			if err != nil || len(found) != 1 {
				t.Fatalf("found by its address: %v, %v", found, err)
			}
			days, err := s.Days(t.Context(), "u", "")
			if want := (usage.Day{Day: "1970-01-01", Saves: 3}); err != nil || len(days) != 1 || days[0] != want {
				t.Errorf("saves are counted by day: %v, %v", days, err)
			}
			if n, err := s.RequeuePending(t.Context(), time.UnixMilli(1001)); n != 1 || err != nil {
				t.Errorf("a video that was never read is to be captured: %d, %v", n, err)
			}
			if old, err := s.Unmeasured(t.Context(), 9); err != nil || len(old) != 1 || old[0].ID != "p" || old[0].ImageKey != "pictures/u/p" {
				t.Errorf("a picture without a size is to be measured: %v, %v", old, err)
			}
			if at := time.UnixMilli(1000).UTC(); found[0].CapturedAt != at {
				t.Errorf("captured at %v, want %v", found[0].CapturedAt, at)
			}
		})
	}
}

// makeOlder creates a database of schema version 2.
func makeOlder(t *testing.T, address string) {
	t.Helper()
	db, err := store.OpenOlder(t.Context(), address, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, row := range []string{
		`INSERT INTO users VALUES ('u', 'one', '', 'free', '', '', 1)`,
		`INSERT INTO memories VALUES ('u', 'm', 'link', '', '', 'https://example.com/a', '', '', '', '', 'ready', '', '[]', 1000)`,
		`INSERT INTO memories VALUES ('u', 'v', 'video', '', '', 'https://youtu.be/dQw4w9WgXcQ', '', '', '', '', 'ready', '', '[]', 1000)`,
		`INSERT INTO memories VALUES ('u', 'p', 'link', '', '', 'https://example.com/p', '', 'pictures/u/p', '', '', 'ready', '', '[]', 1000)`,
		`INSERT INTO passages VALUES ('u', 1, 'm', 0, 'a', 0, 0, 0, NULL, '')`,
		`INSERT INTO passages VALUES ('u', 2, 'm', 1, 'b', 0, 0, 0, NULL, '')`,
	} {
		if _, err := db.Writer().ExecContext(t.Context(), row); err != nil {
			t.Fatal(err)
		}
	}
}
