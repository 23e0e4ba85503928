package app

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/config"
)

func TestMemories(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		content := func(query string) answer { return e.want(200, e.call("GET", "/api/v1/content"+query, token, nil)) }

		t.Run("API-20 API-25 API-26 a saved note is returned as a memory", func(t *testing.T) {
			got := e.want(200, e.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": "# Plan\nsow beans"}))
			m, _ := got.body["content"].(map[string]any)
			for field, want := range map[string]any{
				"type": "note", "title": "Plan", "description": "# Plan\nsow beans", "link": "", "imageUrl": "", "status": "ready", "error": "",
			} {
				if m[field] != want {
					t.Errorf("%s: %v, want %v", field, m[field], want)
				}
			}
			if _, err := time.Parse(time.RFC3339, fmt.Sprint(m["createdAt"])); err != nil || m["_id"] == "" || m["tags"] == nil || got.text("message") == "" {
				t.Errorf("createdAt, _id, tags or message: %v", got)
			}
			if diff := cmp.Diff([]map[string]any{m}, content("").memories("content")); diff != "" {
				t.Errorf("the list has it otherwise (-saved +listed):\n%s", diff)
			}
		})
		t.Run("API-21 API-22 a link to a video or a tweet is stored with that kind", func(t *testing.T) {
			for link, kind := range map[string]string{
				"https://www.youtube.com/watch?v=abc": "video",
				"https://x.com/ada/status/1":          "tweet",
			} {
				if m := e.add(token, map[string]string{"type": "link", "link": link}); m["type"] != kind || m["link"] != link || m["status"] != "pending" {
					t.Errorf("%s: %v, want a %s that is pending", link, m, kind)
				}
			}
			for _, kind := range []string{"video", "tweet"} {
				link := map[string]string{"video": "https://vimeo.com/1", "tweet": "https://twitter.com/a/status/2"}[kind]
				if m := e.add(token, map[string]string{"type": kind, "link": link}); m["type"] != kind {
					t.Errorf("%s sent as %s became %v", link, kind, m["type"])
				}
			}
		})
		t.Run("API-21 an invalid memory is answered 400 and loses nothing", func(t *testing.T) {
			before := len(content("").memories("content"))
			for _, body := range []any{
				"", "{", "[]", "null", `"text"`, `{"type":7}`, `{"type":"note","description":{"a":1}}`, `{"type":null}`, "{}",
				map[string]string{"type": "note"}, map[string]string{"type": "note", "description": " \n\t "},
				map[string]string{"type": "link"}, map[string]string{"type": "link", "link": "javascript:alert(1)"},
				map[string]string{"type": "link", "link": "file:///etc/passwd"}, map[string]string{"type": "link", "link": "hello"},
				map[string]string{"type": "integration", "description": "x"}, map[string]string{"type": "memory", "link": "https://example.com"},
				map[string]string{"type": "tweet", "link": "https://example.com/"},
				map[string]string{"type": "document"}, map[string]string{"type": "document", "link": "https://example.com/a.pdf"},
			} {
				e.want(400, e.call("POST", "/api/v1/content", token, body))
			}
			if after := len(content("").memories("content")); after != before {
				t.Errorf("%d memories, then %d", before, after)
			}
		})
		t.Run("API-03 a wrong type is answered with its field's name", func(t *testing.T) {
			for body, want := range map[string]string{
				`{"type":7}`:                     `The field "type" must be a text`,
				`{"type":"link","link":{"a":1}}`: `The field "link" must be a text`,
				`{"type":`:                       "The request is not valid JSON of the expected form",
				`[]`:                             "The request is not valid JSON of the expected form",
			} {
				if got := e.want(400, e.call("POST", "/api/v1/content", token, body)).text("message"); got != want {
					t.Errorf("%s: %q, want %q", body, got, want)
				}
			}
			if got := e.want(400, e.call("GET", "/api/v1/content?limit=x", token, nil)).text("message"); got != `The parameter "limit" is not valid` {
				t.Errorf("a parameter: %q", got)
			}
		})
		t.Run("HOME-22 API-27 the list is newest first, and in pages", func(t *testing.T) {
			all := content("").memories("content")
			for i := range 3 {
				e.note(token, fmt.Sprintf("note number %d", i))
			}
			listed := content("").memories("content")
			if len(listed) != len(all)+3 || listed[0]["title"] != "note number 2" {
				t.Fatalf("%d memories, the first is %v", len(listed), listed[0]["title"])
			}
			var paged []map[string]any
			for cursor := ""; ; {
				page := content("?limit=2&cursor=" + cursor)
				paged = append(paged, page.memories("content")...)
				if cursor = page.text("nextCursor"); cursor == "" {
					break
				}
			}
			if fmt.Sprint(ids(paged)) != fmt.Sprint(ids(listed)) {
				t.Errorf("pages hold %v, the list %v", ids(paged), ids(listed))
			}
			for _, m := range content("?type=video&limit=500").memories("content") {
				if m["type"] != "video" {
					t.Errorf("a %v among the videos", m["type"])
				}
			}
			first := content("?limit=2")
			counts, _ := first.body["counts"].(map[string]any)
			sum := 0.0
			for _, n := range counts {
				sum += n.(float64)
			}
			if int(sum) != len(listed) || len(counts) != 5 || first.text("change") == "" {
				t.Errorf("%d are listed, the first page counts %v and stands at %q", len(listed), counts, first.text("change"))
			}
			if later := content("?limit=2&cursor=" + first.text("nextCursor")); later.body["counts"] != nil || later.body["change"] != nil {
				t.Errorf("a later page says %v", later)
			}
			for _, bad := range []string{"?limit=x", "?limit=-1", "?limit=501", "?cursor=x", "?type=integration"} {
				e.want(400, e.call("GET", "/api/v1/content"+bad, token, nil))
			}
		})
		t.Run("API-29 a memory is returned with its text, and a stranger's is not found", func(t *testing.T) {
			id := e.note(token, "The north window leaks.")
			got := e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil))
			if got.text("text") != "The north window leaks." || len(got.memories("passages")) != 1 {
				t.Errorf("got %v", got)
			}
			e.want(404, e.call("GET", "/api/v1/content/"+id, stranger, nil))
			e.want(404, e.call("GET", "/api/v1/content/nonsense", token, nil))
		})
		t.Run("API-30 ROLE-06 only its owner can delete a memory, once", func(t *testing.T) {
			id := e.note(token, "to be deleted")
			e.want(404, e.call("DELETE", "/api/v1/content", stranger, map[string]string{"contentId": id}))
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
			e.want(404, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
			e.want(404, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": "nonsense"}))
			e.want(404, e.call("DELETE", "/api/v1/content", token, map[string]string{}))
			e.want(400, e.call("DELETE", "/api/v1/content", token, `{"contentId":7}`))
		})
		t.Run("API-16 API-15 the counts equal what is stored", func(t *testing.T) {
			n := len(content("").memories("content"))
			got := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil))
			if got.body["count"] != float64(n) || got.body["limit"] != float64(100) || got.body["canAddContent"] != true {
				t.Errorf("get-content-count: %v, with %d memories", got, n)
			}
			got = e.want(200, e.call("GET", "/api/v1/get-documentupload-status", token, nil))
			if got.body["count"] != float64(0) || got.body["limit"] != float64(2) || got.body["canUpload"] != true {
				t.Errorf("get-documentupload-status: %v", got)
			}
		})
	})
}

func ids(memories []map[string]any) []any {
	var out []any
	for _, m := range memories {
		out = append(out, m["_id"])
	}
	return out
}

func TestMemoryLimit(t *testing.T) {
	t.Run("LIMIT-09 a limit of 0 is unlimited", func(t *testing.T) {
		cfg := settings(t)
		cfg.FreeMemories, cfg.FreeDocuments, cfg.FreeSearchesPerDay, cfg.MaxUploadMB = 0, 0, 0, 0
		e := start(t, cfg)
		token := e.user()
		e.note(token, "Broad beans are sown in the autumn.")
		e.want(200, e.upload(token, "beans.pdf", makePDF("Runner beans climb to three metres.")))
		e.want(200, e.search(token, "beans", "all-memories"))
		for call, may := range map[string]string{"get-content-count": "canAddContent", "get-documentupload-status": "canUpload"} {
			got := e.want(200, e.call("GET", "/api/v1/"+call, token, nil))
			if limit, there := got.body["limit"]; !there || limit != nil || got.body[may] != true {
				t.Errorf("%s: %v", call, got)
			}
		}
	})
}

func TestCaptureOfPages(t *testing.T) {
	var tried sync.Map // by engine
	pages := site(t, map[string]http.HandlerFunc{
		"/beans": html(`<!doctype html><html><head><title>Broad beans</title><meta name="description" content="When to sow them.">
			<meta property="og:image" content="/bean.png"></head><body><nav>Home About</nav><article><h1>Broad beans</h1>
			<p>` + strings.Repeat("Broad beans are sown in the autumn, when the soil is still warm enough. ", 12) + `</p>
			<p>The variety Aquadulce Claudia survives a frost of minus ten degrees under fleece.</p></article></body></html>`),
		"/cyrillic": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=windows-1251")
			_, _ = w.Write([]byte("<title>\xd1\xe0\xe4</title><p>\xcc\xee\xf0\xea\xee\xe2\xfc \xf1\xe5\xfe\xf2 \xe2 \xe0\xef\xf0\xe5\xeb\xe5."))
		},
		"/gone":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"/nested": html("<title>Deep</title>" + strings.Repeat("<div>", 100_000) + "bottom"),
		"/hangs":  hang,
		"/flaky": func(w http.ResponseWriter, r *http.Request) {
			if _, before := tried.LoadOrStore(r.URL.RawQuery, true); !before {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			html("<title>Back again</title><p>The site has come back.")(w, r)
		},
		"/bean.pdf": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(makePDF("Runner beans climb to three metres."))
		},
		"/words.txt": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Plain words about okra.") },
	})
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token := e.user()
		save := func(path string) map[string]any {
			return e.add(token, map[string]string{"type": "link", "link": pages + path})
		}
		slow, flaky := save("/hangs")["_id"].(string), save("/flaky?" + t.Name())["_id"].(string)

		t.Run("API-24 saving returns at once with a pending memory, which becomes ready with title, description and text", func(t *testing.T) {
			saved := save("/beans")
			if saved["status"] != "pending" || saved["type"] != "link" {
				t.Errorf("saved: %v", saved)
			}
			m := e.settled(token, saved["_id"].(string))
			if m["status"] != "ready" || m["title"] != "Broad beans" || m["description"] != "When to sow them." {
				t.Errorf("captured: %v", m)
			}
		})
		t.Run("API-28 a page is found by its text when it is ready", func(t *testing.T) {
			got := e.want(200, e.search(token, "which bean survives a frost of minus ten degrees", "all-memories"))
			if found := got.memories("content"); len(found) == 0 || found[0]["title"] != "Broad beans" {
				t.Errorf("found %v", got)
			}
		})
		t.Run("a page in another charset, a PDF and a text behind an address are read", func(t *testing.T) {
			for path, want := range map[string]string{
				"/cyrillic": "Морковь сеют в апреле.", "/bean.pdf": "Runner beans climb to three metres.", "/words.txt": "Plain words about okra.",
			} {
				id := save(path)["_id"].(string)
				if m := e.settled(token, id); m["status"] != "ready" {
					t.Errorf("%s: %v", path, m)
				}
				if text := e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).text("text"); !strings.Contains(text, want) {
					t.Errorf("%s reads %q, want %q", path, text, want)
				}
			}
		})
		t.Run("a page of 100,000 nested elements keeps its title", func(t *testing.T) {
			if m := e.settled(token, save("/nested")["_id"].(string)); m["title"] != "Deep" {
				t.Errorf("got %v", m)
			}
		})
		t.Run("CARD-11 API-28 a failed fetch keeps the memory, gives the reason, and is found by what is known", func(t *testing.T) {
			m := e.settled(token, save("/gone")["_id"].(string))
			if m["status"] != "failed" || !strings.Contains(fmt.Sprint(m["error"]), "404") {
				t.Errorf("got %v", m)
			}
			got := e.want(200, e.search(token, "gone", "link"))
			if found := got.memories("content"); len(found) == 0 || found[0]["_id"] != m["_id"] {
				t.Errorf("found %v", got)
			}
		})
		t.Run("a site that hangs becomes a failed memory", func(t *testing.T) {
			if m := e.settled(token, slow); m["status"] != "failed" || m["error"] == "" {
				t.Errorf("got %v", m)
			}
		})
		t.Run("a temporary failure is retried", func(t *testing.T) {
			if m := e.settled(token, flaky); m["status"] != "failed" && m["status"] != "ready" {
				t.Errorf("after the first try: %v", m)
			}
			waitFor(t, "it is read", func() bool {
				m := e.settled(token, flaky)
				return m["status"] == "ready" && m["title"] == "Back again" && m["error"] == ""
			})
		})
		t.Run("a private address that is not allowed is refused with a message", func(t *testing.T) {
			m := e.add(token, map[string]string{"type": "link", "link": "http://169.254.169.254/latest/meta-data/"})
			if m = e.settled(token, m["_id"].(string)); m["status"] != "failed" || strings.Contains(fmt.Sprint(m["error"]), "169.254") {
				t.Errorf("got %v", m)
			}
		})
	})
}

func TestFairness(t *testing.T) {
	const imported = 60
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		var asked atomic.Int64
		before := make(chan int64, 1) // how many of the import were asked before the other page
		saved := make(chan struct{})  // closed when all is saved, which takes a busy machine long
		pages := site(t, map[string]http.HandlerFunc{
			"/slow": func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				select {
				case <-saved:
					time.Sleep(300 * time.Millisecond)
				case <-r.Context().Done():
				}
				html("<title>Slow</title>")(w, r)
			},
			"/quick": func(w http.ResponseWriter, r *http.Request) {
				before <- asked.Load()
				html("<title>Quick</title>")(w, r)
			},
		})
		e := start(t, cfg)
		importer, person := e.user(), e.user()
		for i := range imported {
			e.add(importer, map[string]string{"type": "link", "link": fmt.Sprintf("%s/slow?%d", pages, i)})
		}
		e.add(person, map[string]string{"type": "link", "link": pages + "/quick"})
		close(saved)
		if n := <-before; n > imported/2 {
			t.Errorf("one page waited behind %d of another's import of %d", n, imported)
		}
	})
}
