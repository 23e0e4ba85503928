package app

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// savePage sends a page as SingleFile does; a field of no name is left out.
func (e *engram) savePage(path, authorization, address, page string) answer {
	e.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if page != "" {
		part, err := form.CreateFormFile("file", "A page (26.11.2026).html")
		if err != nil {
			e.t.Fatal(err)
		}
		_, _ = part.Write([]byte(page))
	}
	if address != "" {
		_ = form.WriteField("url", address)
	}
	_ = form.Close()
	request, err := http.NewRequest(http.MethodPost, e.url+path, &body)
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("authorization", authorization)
	return e.send(request)
}

// saved is a page of a site that shows its text to its members alone.
func saved(words string) string {
	return `<!DOCTYPE html><html lang="en"><head><title>Minutes of the boat club</title><script>document.title = "run"</script></head><body><article><h1>Minutes of the boat club</h1><p>` +
		strings.Repeat(words+" The members met in the boathouse and spoke of the year behind them at some length. ", 8) + `</p></article></body></html>`
}

func TestSingleFile(t *testing.T) {
	const karakeep, linkding = "/api/v1/bookmarks/singlefile", "/api/bookmarks/singlefile/"
	asked := 0
	pages := site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Error(w, "Members only", http.StatusForbidden)
	}})
	e := start(t, settings(t))
	token := e.user()
	address := pages + "/minutes"

	first := e.want(201, e.savePage(karakeep, "Bearer "+token, address, saved("The mooring fee is ninety crowns.")))
	id := first.text("id")
	memory := func() map[string]any {
		t.Helper()
		return e.settled(token, id)
	}
	if m := memory(); m["status"] != "ready" || m["type"] != "link" || m["link"] != address || m["title"] != "Minutes of the boat club" || asked > 0 {
		t.Fatalf("%v, the site was asked %d times", m, asked)
	}
	if got := e.want(200, e.search(token, "How much is the mooring fee?", "all-memories")); !strings.Contains(got.raw, "ninety crowns") {
		t.Errorf("not found: %v", got)
	}
	names := func() (names []string) {
		t.Helper()
		files, _ := memory()["files"].([]any)
		for _, f := range files {
			file := f.(map[string]any)
			if file["kind"] != "HTML" || file["size"].(float64) < 500 {
				t.Errorf("%v", file)
			}
			names = append(names, file["_id"].(string))
		}
		return names
	}
	before := names()
	if len(before) != 1 {
		t.Fatalf("files %v", before)
	}

	t.Run("a known address gets the page and its text anew", func(t *testing.T) {
		again := e.want(200, e.savePage(linkding, "Token "+token, address, saved("The mooring fee is eighty crowns.")))
		if again.text("id") != id || again.body["alreadyExists"] != true {
			t.Errorf("%v", again)
		}
		waitFor(t, "the text is the new one", func() bool {
			return strings.Contains(e.call("GET", "/api/v1/content/"+id, token, nil).raw, "eighty crowns")
		})
		if after := names(); len(after) != 1 || after[0] == before[0] {
			t.Errorf("%v after %v", after, before)
		}
	})
	t.Run("it is skipped, or kept beside the earlier page, where that is asked for", func(t *testing.T) {
		one := names()
		e.want(200, e.savePage(karakeep+"?ifexists=skip", token, address, saved("Skipped.")))
		if got := names(); len(got) != 1 || got[0] != one[0] {
			t.Errorf("%v", got)
		}
		e.want(200, e.savePage(karakeep+"?ifexists=append", token, address, saved("Seventy crowns.")))
		if got := names(); len(got) != 2 {
			t.Errorf("%v", got)
		}
		e.want(200, e.call("DELETE", "/api/v1/content/"+id+"/files/"+one[0], token, nil))
		if got := names(); len(got) != 1 || got[0] == one[0] {
			t.Errorf("%v", got)
		}
	})
	t.Run("what is no page, or no form, is refused and leaves nothing", func(t *testing.T) {
		for name, test := range map[string]struct {
			got    answer
			status int
		}{
			"without an address":      {e.savePage(karakeep, token, "", saved("x")), 400},
			"without a page":          {e.savePage(karakeep, token, address, ""), 400},
			"with a wrong address":    {e.savePage(karakeep, token, "javascript:alert(1)", saved("x")), 400},
			"a picture":               {e.savePage(karakeep, token, address, "\x89PNG\r\n\x1a\n0000"), 415},
			"an unknown mode":         {e.savePage(karakeep+"?ifexists=burn", token, address, saved("x")), 400},
			"signed out":              {e.savePage(karakeep, "Bearer nobody", address, saved("x")), 401},
			"another form altogether": {e.call("POST", karakeep, token, map[string]string{"url": address}), 400},
		} {
			if test.got.status != test.status || test.got.text("message") == "" {
				t.Errorf("%s: %v", name, test.got)
			}
		}
		for range 14 { // more than may lie about unclaimed
			e.want(200, e.savePage(karakeep+"?ifexists=skip", token, address, saved("Skipped.")))
		}
	})
	t.Run("files are attached to any memory, and a stranger's is not touched", func(t *testing.T) {
		note, stranger := e.note(token, "The lease"), e.user()
		link := e.want(200, e.upload(token, "lease.pdf", makePDF("Lease"))).text("url")
		e.want(400, e.call("POST", "/api/v1/content/"+note+"/files", stranger, map[string]string{"link": link}))
		e.want(200, e.call("POST", "/api/v1/content/"+note+"/files", token, map[string]string{"link": link}))
		e.want(400, e.call("POST", "/api/v1/content/"+note+"/files", token, map[string]string{"link": link}))
		files := e.settled(token, note)["files"].([]any)[0].(map[string]any)
		if files["name"] != "lease.pdf" || files["kind"] != "PDF" || e.call("GET", files["link"].(string), "", nil).status != 200 {
			t.Errorf("%v", files)
		}
		e.want(404, e.call("DELETE", "/api/v1/content/"+note+"/files/"+files["_id"].(string), stranger, nil))
		e.want(200, e.call("DELETE", "/api/v1/content/"+note+"/files/"+files["_id"].(string), token, nil))
		if left := e.settled(token, note)["files"]; left != nil {
			t.Errorf("%v", left)
		}
	})
}
