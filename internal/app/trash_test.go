package app

import (
	"strings"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/trash"
)

func TestTrash(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeMemories = 3
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		id := e.note(token, "The spare key hangs behind the boiler.")
		mark := map[string]any{"start": map[string]int{"leaf": 0, "offset": 4}, "end": map[string]int{"leaf": 0, "offset": 13}, "quote": "spare key", "remark": "wichtig"}
		e.want(200, e.call("POST", "/api/v1/content/"+id+"/highlights", token, mark))
		discard := func(id string) {
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
		}
		trash := func(token string) answer { return e.want(200, e.call("GET", "/api/v1/trash", token, nil)) }
		discard(id)

		t.Run("a deleted memory rests in the trash for 30 days, and is nowhere else", func(t *testing.T) {
			resting := trash(token).memories("memories")
			if len(resting) != 1 || resting[0]["_id"] != id || resting[0]["type"] != "note" || trash(token).body["total"] != 1.0 {
				t.Fatalf("got %v", resting)
			}
			deleted, _ := time.Parse(time.RFC3339, resting[0]["deletedAt"].(string))
			gone, _ := time.Parse(time.RFC3339, resting[0]["goneAt"].(string))
			if gone.Sub(deleted) != 720*time.Hour {
				t.Errorf("deleted %v, gone %v", deleted, gone)
			}
			for path, there := range map[string]string{
				"/api/v1/content": id, "/api/v1/content?q=boiler": id, "/api/v1/content?q=wichtig": id, "/api/v1/highlights": id,
				"/api/v1/highlights?format=markdown": "spare key", "/api/v1/highlights/review": id, "/api/v1/get-content-count": `"count":1`,
			} {
				if got := e.want(200, e.call("GET", path, token, nil)); strings.Contains(got.raw, there) {
					t.Errorf("%s answers %v", path, got)
				}
			}
			if got := e.want(200, e.search(token, "Where is the spare key?", "all-memories")); strings.Contains(got.raw, "boiler") {
				t.Errorf("a question answers %v", got)
			}
			for _, path := range []string{"", "/document", "/highlights"} {
				e.want(404, e.call("GET", "/api/v1/content/"+id+path, token, nil))
			}
		})

		t.Run("restoring asks the plan, and brings back all there was", func(t *testing.T) {
			for range 3 {
				e.note(token, "Another")
			}
			full := e.want(429, e.call("POST", "/api/v1/trash/"+id+"/restore", token, nil))
			if !strings.Contains(full.text("message"), "Delete one") {
				t.Errorf("it says %v", full)
			}
			discard(e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")[0]["_id"].(string))
			e.want(200, e.call("POST", "/api/v1/trash/"+id+"/restore", token, nil))
			if got := e.want(200, e.search(token, "Where is the spare key?", "all-memories")); !strings.Contains(got.text("answer"), "boiler") {
				t.Errorf("a question answers %v", got)
			}
			if marks := e.want(200, e.call("GET", "/api/v1/content/"+id+"/highlights", token, nil)).memories("highlights"); len(marks) != 1 || marks[0]["remark"] != "wichtig" {
				t.Errorf("its marks are %v", marks)
			}
			e.want(404, e.call("POST", "/api/v1/trash/"+id+"/restore", token, nil))
		})

		t.Run("it is removed one by one and all at once, by its owner alone", func(t *testing.T) {
			discard(id)
			if got := trash(stranger); len(got.memories("memories")) != 0 {
				t.Errorf("a stranger sees %v", got)
			}
			e.want(404, e.call("POST", "/api/v1/trash/"+id+"/restore", stranger, nil))
			e.want(404, e.call("DELETE", "/api/v1/trash/"+id, stranger, nil))
			e.want(200, e.call("DELETE", "/api/v1/trash", stranger, nil))
			first := e.want(200, e.call("GET", "/api/v1/trash?limit=1", token, nil))
			if got := first.memories("memories"); len(got) != 1 || got[0]["_id"] != id || first.body["total"] != 2.0 {
				t.Fatalf("the first page is %v", first)
			}
			rest := e.want(200, e.call("GET", "/api/v1/trash?limit=1&cursor="+first.text("next"), token, nil))
			if got := rest.memories("memories"); len(got) != 1 || got[0]["_id"] == id || rest.text("next") != "" {
				t.Errorf("the second page is %v", rest)
			}
			for _, bad := range []string{"?cursor=x", "?cursor=1.x", "?limit=0", "?limit=201", "?limit=x"} {
				e.want(400, e.call("GET", "/api/v1/trash"+bad, token, nil))
			}
			e.want(200, e.call("DELETE", "/api/v1/trash/"+id, token, nil))
			e.want(404, e.call("DELETE", "/api/v1/trash/"+id, token, nil))
			e.want(200, e.call("DELETE", "/api/v1/trash", token, nil))
			if got := trash(token); len(got.memories("memories")) != 0 {
				t.Errorf("left is %v", got)
			}
		})

		t.Run("what rested for 30 days is swept away", func(t *testing.T) {
			discard(e.note(token, "An old thing."))
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			for _, want := range []struct{ days, left int }{{29, 1}, {31, 0}} {
				if got := trashAfter(t, cfg, want.days); got != want.left {
					t.Errorf("%d are left after %d days, want %d", got, want.days, want.left)
				}
			}
		})
	})
}

// trashAfter has the trash swept that number of days from now, and returns the number of what is left.
func trashAfter(t *testing.T, cfg config.Config, days int) (left int) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	now := func() time.Time { return time.Now().AddDate(0, 0, days) }
	if err := trash.New(memories.New(db, &storeJobs{}, memories.Hooks{}), now).Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Reader().Row(t.Context(), `SELECT COUNT(*) FROM trash`).Scan(&left); err != nil {
		t.Fatal(err)
	}
	return left
}
