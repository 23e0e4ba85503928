package app

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"engram/internal/config"
)

// TestRaces has far more calls arrive at once than a limit has room for, at two processes where the engine serves two. With
// ENGRAM_SLOW_TESTS twenty times in a row.
func TestRaces(t *testing.T) {
	rounds := 1
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" {
		rounds = 20
	}
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		nodes := []*engram{start(t, cfg)}
		if cfg.DatabaseURL != "" {
			other := settings(t)
			other.DatabaseURL = cfg.DatabaseURL
			nodes = append(nodes, start(t, other))
		}
		e := nodes[0]
		// race makes n calls at once and expects so many of each status, and no other.
		race := func(t *testing.T, n int, want map[int]int, call func(e *engram, i int) answer) {
			t.Helper()
			var mu sync.Mutex
			got := map[int]int{}
			atOnce(n, func(i int) {
				status := call(nodes[i%len(nodes)], i).status
				mu.Lock()
				defer mu.Unlock()
				got[status]++
			})
			for status, count := range got {
				if want[status] != count {
					t.Fatalf("got %v, want %v", got, want)
				}
			}
		}
		for range rounds {
			t.Run("LIMIT-01 ROLE-03 ROLE-07 of 200 notes at once a free user stores 100", func(t *testing.T) {
				token := e.user()
				race(t, 200, map[int]int{200: 100, 429: 100}, func(e *engram, i int) answer {
					return e.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": fmt.Sprint("note ", i)})
				})
				got := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil))
				list := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
				if got.body["canAddContent"] != false || got.body["count"] != float64(100) || len(list) != 100 {
					t.Errorf("%d are stored, and get-content-count says %v", len(list), got)
				}
				e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]any{"contentId": list[0]["_id"]}))
				e.note(token, "there is room again")
			})
			t.Run("LIMIT-02 of ten documents at once a free user stores 2", func(t *testing.T) {
				token := e.user()
				links := make([]string, 10)
				for i := range links {
					links[i] = e.want(200, e.upload(token, fmt.Sprintf("%d.pdf", i), pdf("text"))).text("url")
				}
				race(t, len(links), map[int]int{200: 2, 429: 8}, func(e *engram, i int) answer {
					return e.call("POST", "/api/v1/content", token, map[string]string{"type": "document", "link": links[i]})
				})
			})
			t.Run("LIMIT-04 of 50 searches at once those pass that are left of the day", func(t *testing.T) {
				token := e.user()
				e.note(token, "broad beans")
				for range 18 {
					e.want(200, e.search(token, "beans", "all-memories"))
				}
				race(t, 50, map[int]int{200: 2, 429: 48}, func(e *engram, _ int) answer {
					return e.search(token, "beans", "all-memories")
				})
			})
			t.Run("API-09 of 20 sign-ups of one name at once one succeeds", func(t *testing.T) {
				name := randomName()
				race(t, 20, map[int]int{200: 1, 409: 19}, func(e *engram, _ int) answer {
					return e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password})
				})
			})
		}
	})
}
