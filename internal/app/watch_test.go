package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/config"
)

func TestWatchedFolder(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.WatchDir = t.TempDir()
		e := start(t, cfg)
		token := e.signUp("Watcher")
		folder := filepath.Join(cfg.WatchDir, "watcher")
		put := func(name, content string) {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		put("ferry.md", "# Ferry\n\nThe ferry leaves at seven from platform B.")
		put("page.html", "<!doctype html><title>Tulips</title><h1>Tulips</h1><p>Tulips are planted in October, ten centimetres deep.</p>")
		put("program.exe", "MZ\x00\x01")
		var found []map[string]any
		waitFor(t, "both are documents", func() bool {
			found = e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
			return len(found) == 2 && found[0]["status"] == "ready" && found[1]["status"] == "ready"
		})
		for _, m := range found {
			if m["type"] != "document" {
				t.Errorf("a file became a %v", m["type"])
			}
		}
		waitFor(t, "the third is reported of", func() bool {
			reported := e.want(200, e.call("GET", "/api/v1/watched", token, nil))
			return reported.body["count"] == 1.0 && strings.Contains(reported.raw, `"path":"program.exe","why":`)
		})
		if other := e.want(200, e.call("GET", "/api/v1/watched", e.user(), nil)); other.body["count"] != 0.0 {
			t.Errorf("a stranger is reported %v", other)
		}
		hits := e.search(token, "When does the ferry leave?", "all-memories").memories("content")
		if len(hits) == 0 || hits[0]["title"] != "ferry.md" {
			t.Errorf("found %v", hits)
		}
	})
}
