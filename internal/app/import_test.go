package app

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/config"
)

// bookmarksOf returns a file of bookmarks as browsers write it: of n pages, the first of which is in
// two folders.
func bookmarksOf(site string, n int) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n<DT><H3>Garden</H3>\n<DL><p>\n")
	for i := range n {
		fmt.Fprintf(&b, "<DT><A HREF=\"%s/page/%d\" ADD_DATE=\"%d\" TAGS=\"sheds,no %d\">Page %d of the garden</A>\n<DD>Remark %d\n", site, i, 1_400_000_000+i, i%7, i, i)
	}
	fmt.Fprintf(&b, "</DL><p>\n<DT><H3>Again</H3>\n<DL><p>\n<DT><A HREF=\"%s/page/0\">Twice</A>\n<DT><A HREF=\"javascript:alert(1)\">A script</A>\n</DL><p>\n</DL><p>\n", site)
	return b.String()
}

// bring sends a file to be imported.
func (e *engram) bring(token, name string, content io.Reader) answer {
	e.t.Helper()
	body, into := io.Pipe()
	form := multipart.NewWriter(into)
	go func() {
		part, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = io.Copy(part, content)
		}
		if err == nil {
			err = form.Close()
		}
		into.CloseWithError(err)
	}()
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/import", body)
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("authorization", token)
	return e.send(request)
}

// imported returns an import.
func (e *engram) imported(token, id string) map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/imports/"+id, token, nil)).body
}

// rests waits until an import has one of the statuses, and returns it.
func (e *engram) rests(token, id string, statuses ...string) (i map[string]any) {
	e.t.Helper()
	waitFor(e.t, fmt.Sprint("import ", id, " is ", statuses), func() bool {
		i = e.imported(token, id)
		for _, status := range statuses {
			if i["status"] == status {
				return true
			}
		}
		return false
	})
	return i
}

func (e *engram) begin(token, id string) { e.actOn(token, id, "start") }

func (e *engram) actOn(token, id, action string) map[string]any {
	e.t.Helper()
	return e.want(200, e.call("POST", "/api/v1/imports/"+id+"/"+action, token, nil)).body
}

// takeOver imports a file to its end.
func (e *engram) takeOver(token, content string) map[string]any {
	e.t.Helper()
	id := e.want(202, e.bring(token, "bookmarks.html", strings.NewReader(content))).text("id")
	e.rests(token, id, "ready")
	e.begin(token, id)
	return e.rests(token, id, "done")
}

func wantFields(t *testing.T, got map[string]any, want map[string]any) {
	t.Helper()
	for field, value := range want {
		if fmt.Sprint(got[field]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", field, got[field], value)
		}
	}
}

func TestImport(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		pages := site(t, map[string]http.HandlerFunc{"/page/": func(w http.ResponseWriter, r *http.Request) {
			html("<title>Fetched "+r.URL.Path+"</title><p>The heron stands on page "+r.URL.Path[6:]+".")(w, r)
		}})
		e := start(t, cfg)
		token := e.user()
		events := e.watch(token, "")
		before := e.add(token, map[string]string{"type": "link", "link": pages + "/page/4"})["_id"].(string)
		id := e.want(202, e.bring(token, "bookmarks.html", strings.NewReader(bookmarksOf(pages, 5)))).text("id")
		i := e.rests(token, id, "ready")
		wantFields(t, i, map[string]any{"name": "bookmarks.html", "found": 7, "existing": 1, "saved": 0, "undoable": false, "noteCount": 0})
		wantFields(t, i["preview"].(map[string]any), map[string]any{
			"kinds": []any{map[string]any{"kind": "link", "count": 6}}, "new": 4, "merged": 1, "fits": 4, "oldest": "2014-05-13T16:53:20Z",
		})
		for got := range events {
			if got.name == "import" && got.data["id"] == id {
				break
			}
		}
		e.begin(token, id)
		i = e.rests(token, id, "done")
		wantFields(t, i, map[string]any{"found": 7, "existing": 1, "merged": 1, "saved": 4, "failed": 1, "position": 7, "undoable": true, "retryable": false})
		if notes := fmt.Sprint(i["notes"]); !strings.Contains(notes, "A script") || !strings.Contains(notes, "You have this already") {
			t.Errorf("its notes: %v", notes)
		}
		page := e.want(200, e.call("GET", "/api/v1/content?tag=Again", token, nil)).memories("content")
		if len(page) != 1 {
			t.Fatalf("in the second folder: %v", page)
		}
		m := e.settled(token, page[0]["_id"].(string))
		wantFields(t, m, map[string]any{
			"title": "Fetched /page/0", "remark": "Remark 0", "createdAt": "2014-05-13T16:53:20Z", "tags": []any{"Again", "Garden", "no 0", "sheds"},
		})
		if found := e.want(200, e.search(token, "the heron", "link")).memories("content"); len(found) == 0 {
			t.Error("what was fetched is not found")
		}
		wantFields(t, e.settled(token, before), map[string]any{"remark": nil})

		again := e.takeOver(token, bookmarksOf(pages, 5))
		wantFields(t, again, map[string]any{"existing": 6, "merged": 0, "saved": 0, "failed": 1, "undoable": false})

		e.edit(token, m["_id"].(string), map[string]any{"starred": true})
		e.actOn(token, id, "undo")
		wantFields(t, e.rests(token, id, "done"), map[string]any{"undone": 3, "kept": 1, "undoable": false})
		if left := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content"); len(left) != 2 {
			t.Errorf("%d are left", len(left))
		}
		e.want(200, e.call("DELETE", "/api/v1/imports/"+id, token, nil))
		e.want(404, e.call("GET", "/api/v1/imports/"+id, token, nil))
		if all := e.want(200, e.call("GET", "/api/v1/imports", token, nil)).memories("imports"); len(all) != 1 || all[0]["id"] != again["id"] {
			t.Errorf("%v are listed", all)
		}
		noImportFiles(t, cfg)
	})
}

// noImportFiles waits until no imported file is kept.
func noImportFiles(t *testing.T, cfg config.Config) {
	t.Helper()
	waitFor(t, "imported files are removed", func() bool {
		entries, _ := os.ReadDir(cfg.BlobDir() + "/imports")
		return len(entries) == 0
	})
}

func TestImportWithinThePlan(t *testing.T) {
	cfg := settings(t)
	cfg.FreeMemories = 3
	e := start(t, cfg)
	token := e.user()
	id := e.want(202, e.bring(token, "x", strings.NewReader(bookmarksOf("https://10.0.0.1", 5)))).text("id")
	i := e.rests(token, id, "ready")
	wantFields(t, i["preview"].(map[string]any), map[string]any{"new": 5, "fits": 3})
	e.begin(token, id)
	i = e.rests(token, id, "done")
	wantFields(t, i, map[string]any{"saved": 3, "failed": 3, "merged": 1, "retryable": true})
	if !strings.Contains(i["message"].(string), "no more memories") {
		t.Errorf("it says %v", i["message"])
	}
	file := e.want(200, e.call("GET", "/api/v1/imports/"+id+"/notes.csv", token, nil))
	rows, err := csv.NewReader(strings.NewReader(file.raw)).ReadAll()
	full := []string{"Page 3 of the garden", "https://10.0.0.1/page/3", "bookmark 4", "Your plan holds no more memories."}
	script := []string{"A script", "javascript:alert(1)", "bookmark 7", "Its address is not one of the web, such as a bookmark that runs a script."}
	if err != nil || len(rows) != 4 || !slices.Equal(rows[1], full) || !slices.Equal(rows[3], script) {
		t.Errorf("%q, %v", rows, err)
	}
	saved := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
	e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]any{"contentId": saved[0]["_id"]}))
	e.actOn(token, id, "retry")
	i = e.rests(token, id, "done")
	wantFields(t, i, map[string]any{"saved": 4, "failed": 2, "noteCount": 2, "position": 7})
}

func TestImportsThatAreRefused(t *testing.T) {
	cfg := settings(t)
	cfg.MaxImportMB = 1
	e := start(t, cfg)
	token, stranger := e.user(), e.user()
	e.want(401, e.bring("", "x", strings.NewReader("")))
	if got := e.want(415, e.bring(token, "bookmarks.html", strings.NewReader("\x00\x01 no format at all"))); !strings.Contains(got.text("message"), "This file is of no kind that Engram can read") {
		t.Errorf("it says %v", got)
	}
	e.want(413, e.bring(token, "x", strings.NewReader(bookmarksOf("https://10.0.0.1", 20_000))))
	e.want(400, e.call("POST", "/api/v1/import", token, "{}"))
	noImportFiles(t, cfg)
	if all := e.want(200, e.call("GET", "/api/v1/imports", token, nil)).memories("imports"); len(all) != 0 {
		t.Errorf("%v are listed", all)
	}

	id := e.want(202, e.bring(token, "../../x.html", strings.NewReader(bookmarksOf("https://10.0.0.1", 3)))).text("id")
	wantFields(t, e.rests(token, id, "ready"), map[string]any{"name": "x.html"})
	for _, action := range []string{"start", "cancel", "undo", "retry"} {
		e.want(404, e.call("POST", "/api/v1/imports/"+id+"/"+action, stranger, nil))
	}
	for _, path := range []string{"", "/notes", "/notes.csv"} {
		e.want(404, e.call("GET", "/api/v1/imports/"+id+path, stranger, nil))
		e.want(404, e.call("GET", "/api/v1/imports/x"+path, token, nil))
	}
	e.want(404, e.call("DELETE", "/api/v1/imports/"+id, stranger, nil))
	e.want(409, e.call("POST", "/api/v1/imports/"+id+"/undo", token, nil))
	e.want(409, e.call("POST", "/api/v1/imports/"+id+"/retry", token, nil))
	e.want(400, e.call("GET", "/api/v1/imports/"+id+"/notes?cursor=x", token, nil))

	var started sync.WaitGroup
	statuses := make(chan int, 4)
	for range cap(statuses) {
		started.Go(func() { statuses <- e.call("POST", "/api/v1/imports/"+id+"/start", token, nil).status })
	}
	started.Wait()
	close(statuses)
	won := 0
	for status := range statuses {
		if status == 200 {
			won++
		} else if status != 409 {
			t.Errorf("a start: %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d started it", won)
	}
	wantFields(t, e.rests(token, id, "done"), map[string]any{"saved": 3})
	e.want(409, e.call("POST", "/api/v1/imports/"+id+"/cancel", token, nil))

	for range 5 {
		id = e.want(202, e.bring(token, "x", strings.NewReader(bookmarksOf("https://10.0.0.1", 3)))).text("id")
	}
	e.want(429, e.bring(token, "x", strings.NewReader(bookmarksOf("https://10.0.0.1", 3))))
	wantFields(t, e.actOn(token, id, "cancel"), map[string]any{"status": "cancelled", "saved": 0})
	e.want(409, e.call("POST", "/api/v1/imports/"+id+"/start", token, nil))
}

func TestCancelledImportKeepsWhatItSaved(t *testing.T) {
	cfg := settings(t)
	cfg.FreeMemories = 0
	e := start(t, cfg)
	token := e.user()
	const n = 5000
	id := e.want(202, e.bring(token, "x", strings.NewReader(bookmarksOf("https://10.0.0.1", n)))).text("id")
	e.rests(token, id, "ready")
	e.begin(token, id)
	waitFor(t, "some are saved", func() bool { return e.imported(token, id)["saved"].(float64) > 0 })
	i := e.actOn(token, id, "cancel")
	saved := i["saved"].(float64)
	wantFields(t, i, map[string]any{"status": "cancelled", "undoable": true})
	if count := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil)).body["count"]; count != saved || saved >= n {
		t.Errorf("%v are there, %v were saved", count, saved)
	}
	e.want(409, e.call("POST", "/api/v1/imports/"+id+"/retry", token, nil))
	noImportFiles(t, cfg)
	e.actOn(token, id, "undo")
	wantFields(t, e.rests(token, id, "done"), map[string]any{"undone": saved, "kept": 0})
	if count := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil)).body["count"]; count != 0.0 {
		t.Errorf("%v are left", count)
	}
}

// TestKilledImport kills the program while it reads and saves a file. In the end each bookmark is
// there, once.
func TestKilledImport(t *testing.T) {
	n := 500
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" {
		n = 10_000
	}
	cfg := settings(t)
	cfg.FreeMemories = 0
	file := bookmarksOf("https://10.0.0.1", n)
	v := startVictim(t, cfg)
	token := v.user()
	id := v.want(202, v.bring(token, "bookmarks.html", strings.NewReader(file))).text("id")
	v.kill() // while it reads
	v = startVictim(t, cfg)
	v.rests(token, id, "ready")
	v.begin(token, id)
	for kill := range 4 {
		waitFor(t, "more is saved", func() bool { return v.imported(token, id)["position"].(float64) >= float64(kill*n/5) })
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		v.kill()
		v = startVictim(t, cfg)
	}
	i := v.rests(token, id, "done")
	wantFields(t, i, map[string]any{"found": n + 2, "saved": n, "merged": 1, "existing": 0, "failed": 1, "noteCount": 1})
	v.kill()

	e := start(t, cfg)
	seen := map[string]bool{}
	for cursor := ""; ; {
		page := e.want(200, e.call("GET", "/api/v1/content?limit=200"+cursor, token, nil))
		for _, m := range page.memories("content") {
			if address := m["link"].(string); seen[address] {
				t.Errorf("%s is there twice", address)
			} else {
				seen[address] = true
			}
		}
		if page.text("nextCursor") == "" {
			break
		}
		cursor = "&cursor=" + page.text("nextCursor")
	}
	if len(seen) != n {
		t.Errorf("%d are there, want %d", len(seen), n)
	}
	e.actOn(token, id, "undo")
	wantFields(t, e.rests(token, id, "done"), map[string]any{"undone": n})
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	var findings strings.Builder
	if err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}

func TestImportThatDoesNotArrive(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	token := e.user()
	body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n" + bookmarksOf("https://10.0.0.1", 9)
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/import", bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	request.Header.Set("authorization", token)
	if got := e.want(400, e.send(request)); !strings.Contains(got.text("message"), "did not arrive whole") {
		t.Errorf("it says %v", got)
	}
	noImportFiles(t, cfg)
}

// TestImportOfTexts takes over what comes with its text: it is searchable, structured and marked at
// once, without being fetched.
func TestImportOfTexts(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	token := e.user()
	const entries = `[{"id": 1, "uid": null, "title": "On herons", "url": "https://10.0.0.1/herons", "is_archived": 1, "is_starred": 1, "tags": ["birds"],
		"content": "<h2>Where they stand</h2><p>A heron stands in <b>shallow</b> water for hours.</p><ul><li>patience</li></ul>",
		"created_at": "2019-03-04T05:06:07+0000", "updated_at": "2019-03-04T05:06:07+0000", "reading_time": 1, "domain_name": "10.0.0.1", "language": "en",
		"annotations": [{"text": "so patient", "quote": "stands in shallow water", "created_at": "2019-03-05T05:06:07+0000"}, {"text": "", "quote": "not in it"}]}]`
	i := e.takeOver(token, entries)
	wantFields(t, i, map[string]any{"found": 1, "saved": 1, "failed": 0, "noteCount": 0, "fetching": 0, "format": "wallabag"})
	wantFields(t, i["preview"].(map[string]any), map[string]any{"withText": 1, "highlights": 2, "starred": 1, "archived": 1, "tags": 1})
	found := e.want(200, e.search(token, "How long does a heron stand in shallow water?", "link")).memories("content")
	if len(found) != 1 {
		t.Fatalf("found %v", found)
	}
	id := found[0]["_id"].(string)
	wantFields(t, found[0], map[string]any{"status": "ready", "title": "On herons", "starred": true, "archived": true, "createdAt": "2019-03-04T05:06:07Z"})
	if blocks := e.blocksOf(token, id); len(blocks) != 3 || blocks[0]["kind"] != "heading" {
		t.Errorf("its blocks: %v", blocks)
	}
	marks := e.highlights(token, id)
	if len(marks) != 2 || marks[0]["quote"] != "stands in shallow water" || marks[0]["remark"] != "so patient" || marks[0]["orphaned"] == true || marks[1]["orphaned"] != true {
		t.Errorf("its highlights: %v", marks)
	}
}

// TestImportOfSummaries takes over a link with its page's own summary, by which it is found while the page can't be
// fetched.
func TestImportOfSummaries(t *testing.T) {
	e := start(t, settings(t))
	token := e.user()
	i := e.takeOver(token, "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n"+
		"1,Herons,,They stand in shallow water for hours.,https://10.0.0.1/herons,,,2019-03-04T05:06:07Z,,,false\n")
	wantFields(t, i, map[string]any{"found": 1, "saved": 1, "noteCount": 0, "format": "raindrop"})
	found := e.want(200, e.search(token, "Who stands in shallow water?", "link")).memories("content")
	if len(found) != 1 {
		t.Fatalf("found %v", found)
	}
	m := e.settled(token, found[0]["_id"].(string))
	wantFields(t, m, map[string]any{"title": "Herons", "description": "They stand in shallow water for hours."})
}

// TestImportOfABomb reads what is sound of an archive in which a small file unpacks to a large one.
func TestImportOfABomb(t *testing.T) {
	e := start(t, settings(t))
	token := e.user()
	var packed bytes.Buffer
	files := zip.NewWriter(&packed)
	for name, size := range map[string]int{"bomb.md": 48 << 20, "sound.md": 0} {
		entry, err := files.Create(name)
		if err == nil {
			_, err = io.WriteString(entry, "The jar stands on the shelf.\n")
		}
		for ; err == nil && size > 0; size -= 1 << 20 {
			_, err = entry.Write(make([]byte, 1<<20))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	i := e.takeOver(token, packed.String())
	wantFields(t, i, map[string]any{"found": 2, "saved": 1, "failed": 1, "noteCount": 1})
}
