package app

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"engram/internal/config"
)

func TestRefresh(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		var page atomic.Value // what the site answers; empty: nothing good
		page.Store("")
		pages := site(t, map[string]http.HandlerFunc{"/essay": func(w http.ResponseWriter, r *http.Request) {
			body := page.Load().(string)
			if body == "" {
				http.Error(w, "broken", http.StatusServiceUnavailable)
				return
			}
			html(body)(w, r)
		}})
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		id := e.add(token, map[string]string{"type": "link", "link": pages + "/essay"})["_id"].(string)
		refresh := func(token string) answer { return e.call("POST", "/api/v1/content/"+id+"/refresh", token, nil) }
		finds := func(query string) bool {
			return len(e.want(200, e.call("GET", "/api/v1/content?q="+query, token, nil)).memories("content")) == 1
		}

		t.Run("API-28 a failed memory gives its reason, and is captured when its site works again", func(t *testing.T) {
			if m := e.settled(token, id); m["status"] != "failed" || !strings.Contains(m["error"].(string), "503") {
				t.Fatalf("got %v", m)
			}
			page.Store("<title>On herons</title><p>Herons stand still for hours.")
			if m := e.want(200, refresh(token)).body["content"].(map[string]any); m["status"] != "pending" || m["error"] != "" {
				t.Errorf("it is opened as %v", m)
			}
			if m := e.settled(token, id); m["status"] != "ready" || m["title"] != "On herons" || !finds("herons") {
				t.Errorf("it became %v", m)
			}
		})
		t.Run("a new capture replaces the earlier one", func(t *testing.T) {
			page.Store("<title>On otters</title><p>Otters hold hands in their sleep.")
			e.want(200, refresh(token))
			if m := e.settled(token, id); m["title"] != "On otters" || !finds("otters") || finds("herons") {
				t.Errorf("got %v", m)
			}
		})
		t.Run("a failed new capture keeps everything, and the card gives the reason", func(t *testing.T) {
			page.Store("")
			e.want(200, refresh(token))
			if m := e.settled(token, id); m["status"] != "ready" || m["title"] != "On otters" || !strings.Contains(m["error"].(string), "503") || !finds("otters") {
				t.Errorf("got %v", m)
			}
			page.Store("<title>On otters</title><p>Otters again.")
			e.want(200, refresh(token))
			if m := e.settled(token, id); m["error"] != "" {
				t.Errorf("the reason stays: %v", m)
			}
		})
		t.Run("ROLE-06 a stranger's memory can't be captured again, and a note has nothing to fetch", func(t *testing.T) {
			e.want(404, refresh(stranger))
			e.want(404, e.call("POST", "/api/v1/content/nonsense/refresh", token, nil))
			e.want(401, refresh(""))
			e.want(400, e.call("POST", "/api/v1/content/"+e.note(token, "kept as written")+"/refresh", token, nil))
		})
	})
}

// TestRefreshOvertakes has a slow first capture end after the one that was asked for meanwhile.
func TestRefreshOvertakes(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		began, end := make(chan struct{}), make(chan struct{})
		var asked atomic.Int64
		pages := site(t, map[string]http.HandlerFunc{"/essay": func(w http.ResponseWriter, r *http.Request) {
			switch asked.Add(1) {
			case 1:
				html("<title>First</title><p>Kestrels hover.")(w, r)
			case 2: // by then it is on its way, and something newer is asked for
				close(began)
				<-end
				http.NotFound(w, r)
			default:
				html("<title>Newest</title><p>Herons stand still.")(w, r)
			}
		}})
		e := start(t, cfg)
		token := e.user()
		id := e.add(token, map[string]string{"type": "link", "link": pages + "/essay"})["_id"].(string)
		e.settled(token, id)
		refresh := func() { e.want(200, e.call("POST", "/api/v1/content/"+id+"/refresh", token, nil)) }
		refresh()
		<-began
		refresh() // it is on its way already: nothing more is asked of the site
		close(end)
		if m := e.settled(token, id); m["status"] != "ready" || m["title"] != "First" || !strings.Contains(m["error"].(string), "404") {
			t.Errorf("what could not be read anew became %v", m)
		}
		refresh()
		if m := e.settled(token, id); m["title"] != "Newest" || m["error"] != "" {
			t.Errorf("it became %v", m)
		}
	})
}

func TestTheSameAddressTwice(t *testing.T) {
	pages := site(t, map[string]http.HandlerFunc{"/a": html("<title>A</title><p>Words.")})
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		save := func(token, link string, ifNew bool) answer {
			return e.want(200, e.call("POST", "/api/v1/content", token, map[string]any{"type": "link", "link": link, "ifNew": ifNew}))
		}
		id := func(a answer, field string) any {
			m, _ := a.body[field].(map[string]any)
			return m["_id"]
		}
		count := func() any {
			return e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil)).body["count"]
		}
		first := save(token, pages+"/a", true)
		if first.body["existing"] != nil || id(first, "content") == nil {
			t.Fatalf("the first: %v", first)
		}
		again := save(token, pages+"/a/?utm_source=mail#part", true)
		if id(again, "existing") != id(first, "content") || id(again, "content") != id(first, "content") || again.text("message") != "You saved this already" || count() != 1.0 {
			t.Errorf("noticed: %v, and %v are kept", again, count())
		}
		at := func(token, address string) answer {
			return e.call("GET", "/api/v1/content/at?url="+url.QueryEscape(address), token, nil)
		}
		if held := e.want(200, at(token, pages+"/a#part")); id(held, "content") != id(first, "content") {
			t.Errorf("looked for: %v", held)
		}
		if unknown := e.want(200, at(token, pages+"/b")); unknown.body["content"] != nil {
			t.Errorf("an unknown address: %v", unknown)
		}
		if others := e.want(200, at(stranger, pages+"/a")); others.body["content"] != nil {
			t.Errorf("ROLE-06 another's memory is known by its address: %v", others)
		}
		for _, no := range []string{"", "javascript:alert(1)", "no address"} {
			if got := at(token, no); got.status != 400 || got.text("message") == "" {
				t.Errorf("%q: %v", no, got)
			}
		}
		anyway := save(token, pages+"/a", false)
		if id(anyway, "existing") != id(first, "content") || id(anyway, "content") == id(first, "content") || count() != 2.0 {
			t.Errorf("saved all the same: %v, and %v are kept", anyway, count())
		}
		if other := save(stranger, pages+"/a", true); other.body["existing"] != nil {
			t.Errorf("ROLE-06 another's memory was told: %v", other)
		}
	})
}

// TestSlowSites has one person save many pages of sites that do not answer.
func TestSlowSitesDelayNoOtherUser(t *testing.T) {
	cfg := settings(t)
	cfg.FreeMemories = 0
	e := start(t, cfg)
	importer, other := e.user(), e.user()
	var arrived atomic.Int64
	for s := range 6 {
		slow := site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
			arrived.Add(1)
			hang(w, r)
		}})
		for i := range 40 {
			e.add(importer, map[string]string{"type": "link", "link": fmt.Sprintf("%s/%d/%d", slow, s, i)})
		}
	}
	fast := site(t, map[string]http.HandlerFunc{"/page": html("<title>Fast</title><p>Here at once.")})
	waitFor(t, "a slow page is under way", func() bool { return arrived.Load() > 0 })
	e.note(other, "A note between")
	if m := e.settled(other, e.add(other, map[string]string{"type": "link", "link": fast + "/page"})["_id"].(string)); m["status"] != "ready" {
		t.Errorf("got %v", m)
	}
	pending := 0
	for _, m := range e.want(200, e.call("GET", "/api/v1/content", importer, nil)).memories("content") {
		if m["status"] == "pending" {
			pending++
		}
	}
	if pending < 60 { // they end a few at a time, after 20 s each: a machine that can't save these pages meanwhile would take minutes
		t.Errorf("a page of a quick site waited until only %d of the slow ones were left", pending)
	}
}
