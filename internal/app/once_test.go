package app

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"

	"engram/internal/config"
)

// keyed makes a call with an Idempotency-Key.
func (e *engram) keyed(path, token, key, media, body string) answer {
	e.t.Helper()
	request, err := http.NewRequest(http.MethodPost, e.url+path, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Authorization", token)
	request.Header.Set("Idempotency-Key", key)
	request.Header.Set("Content-Type", media)
	return e.send(request)
}

// form returns a form with a file, and its media type; the boundary is another each time.
func form(name, content string) (media, body string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	part, _ := w.CreateFormFile("file", name)
	_, _ = part.Write([]byte(content))
	_ = w.WriteField("url", "https://example.com/page")
	_ = w.Close()
	return w.FormDataContentType(), out.String()
}

func TestIdempotencyKeys(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeDocuments, cfg.FreeMemories = 3, 9
		e := start(t, cfg)
		ada, eve := e.user(), e.user()
		count := func(session string) int {
			t.Helper()
			return len(e.want(200, e.call("GET", "/api/v1/content", session, nil)).memories("content"))
		}
		save := func(session, key, text string) answer {
			t.Helper()
			return e.keyed("/api/v1/content", session, key, "application/json", fmt.Sprintf(`{"type":"note","description":%q}`, text))
		}

		t.Run("the same key and body has the first answer and saves once, another body is refused in words", func(t *testing.T) {
			first := e.want(200, save(ada, "one", "A heron."))
			again := e.want(200, save(ada, `"one"`, "A heron."))
			if again.raw != first.raw || again.header.Get("Idempotency-Replayed") != "true" || first.header.Get("Idempotency-Replayed") != "" {
				t.Errorf("got %v then %v", first, again)
			}
			if got := e.want(422, save(ada, "one", "A stork.")); !strings.Contains(got.text("message"), "another request") {
				t.Error(got)
			}
			e.want(422, e.keyed("/api/v1/content?x=1", ada, "one", "application/json", `{"type":"note","description":"A heron."}`))
			if n := count(ada); n != 1 {
				t.Errorf("%d memories", n)
			}
		})
		t.Run("another user's same key is another", func(t *testing.T) {
			e.want(200, save(eve, "one", "A kite."))
			if n := count(eve); n != 1 {
				t.Errorf("%d memories", n)
			}
		})
		t.Run("of requests at once with the same key one saves, and all have its answer", func(t *testing.T) {
			before := count(ada)
			answers := make([]answer, 8)
			var wait sync.WaitGroup
			for i := range answers {
				wait.Go(func() { answers[i] = save(ada, "at once", "A crane.") })
			}
			wait.Wait()
			for _, a := range answers {
				if a.status != 200 || a.raw != answers[0].raw {
					t.Errorf("got %v and %v", answers[0], a)
				}
			}
			if n := count(ada); n != before+1 {
				t.Errorf("%d memories more", n-before)
			}
		})
		t.Run("what failed may be tried again with the same key", func(t *testing.T) {
			e.want(400, save(ada, "fails", ""))
			e.want(200, save(ada, "fails", "A swan."))
		})
		t.Run("a key that can't be is refused, and saves nothing", func(t *testing.T) {
			for _, wrong := range []string{strings.Repeat("x", 256), `""`, "schl\xc3\xbcssel"} {
				e.want(400, save(ada, wrong, "A rook."))
			}
		})
		t.Run("an upload that is sent again is one, whatever the boundary of its form", func(t *testing.T) {
			text := string(makePDF("a page"))
			upload := func(key, name, content string) answer {
				t.Helper()
				media, body := form(name, content)
				return e.keyed("/api/upload/pdfUploader", ada, key, media, body)
			}
			first := e.want(200, upload("file", "a.pdf", text))
			if again := e.want(200, upload("file", "a.pdf", text)); again.raw != first.raw {
				t.Errorf("got %v then %v", first, again)
			}
			e.want(422, upload("file", "b.pdf", text))
			e.want(422, upload("file", "a.pdf", string(makePDF("another page"))))
			e.want(415, upload("no pdf", "a.bin", "\x00\x01"))
			e.want(422, e.keyed("/api/upload/pdfUploader", ada, "file", "multipart/form-data; boundary=b", "--b\r\nbroken"))
		})
	})
}
