package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

// A feed is followed, its items are saved as links, and answers leave them out until they are chosen.
func TestFeeds(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		var address string
		address = site(t, map[string]http.HandlerFunc{
			"/": html(`<head><title>The bakery</title><link rel="alternate" type="application/rss+xml" href="/feed"></head>`),
			"/feed": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/rss+xml")
				fmt.Fprintf(w, `<rss version="2.0"><channel><title>Bakery news</title>
					<item><title>Rye</title><link>%[1]s/rye</link><guid>1</guid><pubDate>Mon, 02 Mar 2026 00:00:00 GMT</pubDate></item>
					<item><title>Script</title><link>javascript:alert(1)</link><guid>2</guid></item></channel></rss>`, address)
			},
			"/rye": html("<title>Rye</title><article><p>The rye sourdough of the bakery ripens for seventeen hours before it is baked in the stone oven.</p></article>"),
		})
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		feed := e.want(200, e.call("POST", "/api/v1/feeds", token, map[string]string{"url": address})).body
		id, _ := feed["id"].(string)
		if feed["title"] != "Bakery news" || feed["url"] != address+"/feed" || feed["status"] != "ok" || feed["items"] != 1.0 || feed["unread"] != 1.0 {
			t.Errorf("got %v", feed)
		}
		saved := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
		if len(saved) != 1 || saved[0]["feed"].(map[string]any)["title"] != "Bakery news" {
			t.Fatalf("saved %v", saved)
		}
		memoryID := saved[0]["_id"].(string)
		e.settled(token, memoryID)

		const question = "How long does the rye sourdough ripen?"
		if got := e.want(200, e.search(token, question, "all-memories")); len(got.memories("content")) != 0 {
			t.Errorf("answers use what was not chosen: %v", got)
		}
		if got := e.want(200, e.search(token, question+" is:feed", "all-memories")); len(got.memories("content")) != 1 {
			t.Errorf("feeds that are asked for: %v", got)
		}
		e.want(200, e.call("PUT", "/api/v1/feeds/answers", token, map[string]bool{"use": true}))
		if got := e.want(200, e.search(token, question, "all-memories")); !strings.Contains(got.text("answer"), "seventeen") {
			t.Errorf("got %v", got)
		}
		e.want(200, e.call("PUT", "/api/v1/feeds/answers", token, map[string]bool{"use": false}))
		e.want(400, e.call("PUT", "/api/v1/feeds/answers", token, map[string]string{}))
		e.want(200, e.call("PATCH", "/api/v1/content/"+memoryID, token, map[string]any{"remark": "To bake"}))
		if got := e.want(200, e.search(token, question, "all-memories")); len(got.memories("content")) != 1 {
			t.Errorf("what was chosen: %v", got)
		}

		for _, call := range [][2]string{{"PATCH", ""}, {"DELETE", ""}, {"POST", "/check"}} {
			e.want(404, e.call(call[0], "/api/v1/feeds/"+id+call[1], stranger, map[string]string{}))
		}
		changed := e.want(200, e.call("PATCH", "/api/v1/feeds/"+id, token, map[string]any{"title": "Bread", "paused": true})).body
		if changed["title"] != "Bread" || changed["status"] != "paused" || changed["nextAt"] != nil {
			t.Errorf("got %v", changed)
		}
		if got := e.want(200, e.call("POST", "/api/v1/feeds/"+id+"/check", token, nil)).body; got["items"] != 1.0 || got["title"] != "Bread" {
			t.Errorf("got %v", got)
		}
		e.want(200, e.call("DELETE", "/api/v1/feeds/"+id+"?memories=delete", token, nil))
		if left := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content"); len(left) != 0 {
			t.Errorf("left %v", left)
		}
		e.want(404, e.call("DELETE", "/api/v1/feeds/"+id, token, nil))
		got := e.want(400, e.call("POST", "/api/v1/feeds", token, map[string]string{"url": address + "/rye"}))
		if got.text("message") != "There is no feed at this address. Feeds are RSS, Atom or JSON Feed." {
			t.Errorf("got %v", got)
		}
	})
}
