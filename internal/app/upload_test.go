package app

import (
	"bytes"
	"context"
	"image/jpeg"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/memories"
	"engram/internal/upload"
)

func TestUploads(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.MaxUploadMB = 1
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		uploaded := e.want(200, e.upload(token, `C:\papers\..\Lease "14" Quay.pdf`, makePDF("The notice period is three months.")))
		link := uploaded.text("url")

		t.Run("API-45 an upload returns its url and a safe name", func(t *testing.T) {
			if name := uploaded.text("name"); name != `Lease "14" Quay.pdf` || link == "" {
				t.Errorf("got %v", uploaded)
			}
		})
		t.Run("API-46 VAL-18 LIMIT-07 a file of no format that is read, or too large, is refused", func(t *testing.T) {
			e.want(415, e.upload(token, "program.pdf", []byte("\x7fELF\x02\x01\x01")))
			e.want(415, e.upload(token, "words.pdf", []byte("a text that is named as a PDF")))
			got := e.want(415, e.upload(token, "photo.heic", []byte("\x00\x00\x00\x18ftypheic\x00")))
			if !strings.Contains(got.text("message"), "JPEG") {
				t.Errorf("a HEIC gets no advice: %v", got)
			}
			e.want(415, e.upload(token, "empty.pdf", nil))
			e.want(413, e.upload(token, "big.pdf", append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("x"), 5<<20)...)))
			e.want(400, e.call("POST", "/api/upload/pdfUploader", token, "not a form"))
			e.want(400, e.brokenUpload(token, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4 and no end"))
			e.want(400, e.brokenUpload(token, "--b\r\nno header"))
		})
		t.Run("API-23 a document link that is not the caller's own upload is refused", func(t *testing.T) {
			e.want(400, e.call("POST", "/api/v1/content", stranger, map[string]string{"type": "document", "link": link}))
		})
		saved := e.add(token, map[string]string{"type": "document", "link": link})
		id := saved["_id"].(string)

		t.Run("CARD-08 a document's title is its file name, and it is found by its text", func(t *testing.T) {
			m := e.settled(token, id)
			if m["status"] != "ready" || m["title"] != `Lease "14" Quay.pdf` {
				t.Fatalf("got %v", m)
			}
			got := e.want(200, e.search(token, "how long is the notice period", "document"))
			if found := got.memories("content"); len(found) == 0 || found[0]["_id"] != id || !strings.Contains(got.text("answer"), "three months") {
				t.Errorf("got %v", got)
			}
			if place := got.memories("citations")[0]["place"]; place != "page 1" {
				t.Errorf("place %v", place)
			}
		})
		t.Run("ADD-17 CARD-08 a name sent with the upload is the document's title, made safe", func(t *testing.T) {
			link := e.want(200, e.upload(token, "scan0001.pdf", makePDF("words"))).text("url")
			m := e.add(token, map[string]string{"type": "document", "link": link, "fileName": "../The deed.pdf"})
			if m["title"] != "The deed.pdf" {
				t.Errorf("got %v", m)
			}
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]any{"contentId": m["_id"]}))
		})
		t.Run("an upload can be claimed once", func(t *testing.T) {
			e.want(400, e.call("POST", "/api/v1/content", token, map[string]string{"type": "document", "link": link}))
		})
		t.Run("CARD-10 API-48 the link opens without a header, with ranges, nosniff and a safe name", func(t *testing.T) {
			opened := e.want(200, e.call("GET", saved["link"].(string), "", nil))
			for name, want := range map[string]string{
				"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
				"Content-Disposition":     "inline; filename*=UTF-8''Lease%20%2214%22%20Quay.pdf",
				"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
			} {
				if got := opened.header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if !strings.HasPrefix(opened.raw, "%PDF-") {
				t.Errorf("body %.20q", opened.raw)
			}
			ranged, _ := http.NewRequest(http.MethodGet, saved["link"].(string), nil)
			ranged.Header.Set("Range", "bytes=0-4")
			if got := e.want(206, e.send(ranged)); got.raw != "%PDF-" {
				t.Errorf("a range: %q", got.raw)
			}
		})
		t.Run("API-48 a changed or expired link does not open", func(t *testing.T) {
			for old, replacement := range map[string]string{"expires=1": "expires=2", "signature=": "signature=A", "?": "?x&"} {
				e.want(403, e.call("GET", strings.Replace(saved["link"].(string), old, replacement+"#", 1), "", nil))
			}
			bare, _, _ := strings.Cut(saved["link"].(string), "?")
			e.want(403, e.call("GET", bare, "", nil))
		})
		t.Run("a damaged PDF is kept and reported as damaged", func(t *testing.T) {
			broken := e.want(200, e.upload(token, "broken.pdf", []byte("%PDF-1.7\nnothing of a PDF follows")))
			m := e.add(token, map[string]string{"type": "document", "link": broken.text("url")})
			if m = e.settled(token, m["_id"].(string)); m["status"] != "failed" || m["error"] == "" {
				t.Errorf("got %v", m)
			}
			if found := e.want(200, e.search(token, "broken", "document")).memories("content"); len(found) == 0 {
				t.Error("it is not found by its name")
			}
		})
		t.Run("LIMIT-02 API-46 an upload at the limit of documents is refused", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/get-documentupload-status", token, nil))
			if got.body["canUpload"] != false || got.body["count"] != float64(2) {
				t.Errorf("get-documentupload-status: %v", got)
			}
			e.want(429, e.upload(token, "third.pdf", makePDF("one more")))
		})
		t.Run("API-31 a deleted document's link and file are gone, and another can be uploaded", func(t *testing.T) {
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
			e.want(404, e.call("GET", saved["link"].(string), "", nil))
			parsed, _ := url.Parse(saved["link"].(string))
			file := strings.Split(parsed.Path, "/")[4] + ".pdf"
			e.want(200, e.upload(token, "third.pdf", makePDF("one more")))
			if len(blobsWith(t, cfg, file)) == 0 {
				t.Error("the file is gone while the document can be restored")
			}
			e.want(200, e.call("DELETE", "/api/v1/trash/"+id, token, nil))
			waitFor(t, "the file is gone", func() bool { return len(blobsWith(t, cfg, file)) == 0 })
		})
	})
}

// The sweep is tried on its own, under a clock of the test's.
func TestUnclaimedUploads(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		token := ""
		func() {
			e := start(t, cfg)
			token = e.user()
			e.want(200, e.upload(token, "kept.pdf", makePDF("kept")))
			document := e.want(200, e.upload(token, "claimed.pdf", makePDF("claimed")))
			e.add(token, map[string]string{"type": "document", "link": document.text("url")})
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
		}()
		t.Run("API-47 an upload that no memory claims within a day is removed", func(t *testing.T) {
			now := time.Now()
			sweep := func() int {
				db, err := store.Open(context.Background(), store.Config{URL: cfg.Database()})
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				jobs := storeJobs{}
				rows := memories.New(db, &jobs, memories.Hooks{})
				blobs, err := disk.Open(cfg.BlobDir())
				if err != nil {
					t.Fatal(err)
				}
				uploads := upload.New(rows, blobs, quota.New(counters.New(db), time.Now), nil, 0, func() time.Time { return now })
				removed, err := uploads.RemoveUnclaimed(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if len(jobs.keys) != removed {
					t.Errorf("%d rows removed, and the files %v", removed, jobs.keys)
				}
				return removed
			}
			now = now.Add(23 * time.Hour)
			if n := sweep(); n != 0 {
				t.Errorf("%d removed after 23 hours", n)
			}
			now = now.Add(2 * time.Hour)
			if n := sweep(); n != 1 {
				t.Errorf("%d removed after 25 hours, want 1", n)
			}
		})
	})
}

func TestPictures(t *testing.T) {
	image, err := os.ReadFile("testdata/picture.png")
	if err != nil {
		t.Fatal(err)
	}
	fetched := 0
	pages := site(t, map[string]http.HandlerFunc{
		"/page": html(`<title>Pictured</title><meta property="og:image" content="/picture.png"><p>Words under a picture.`),
		"/picture.png": func(w http.ResponseWriter, _ *http.Request) {
			fetched++
			_, _ = w.Write(image)
		},
		"/broken": html(`<title>Broken</title><meta property="og:image" content="/nothing.png"><p>Words without a picture.`),
	})
	e := start(t, settings(t))
	name := randomName()
	token := e.signUp(name)
	t.Run("a page's picture is fetched once and served from our origin while the session lasts", func(t *testing.T) {
		m := e.settled(token, e.add(token, map[string]string{"type": "link", "link": pages + "/page"})["_id"].(string))
		link, _ := m["imageUrl"].(string)
		if !strings.HasPrefix(link, e.url+"/api/pictures/") {
			t.Fatalf("imageUrl %q", link)
		}
		got := e.want(200, e.call("GET", link, "", nil))
		size, err := jpeg.DecodeConfig(strings.NewReader(got.raw))
		if err != nil || m["imageWidth"] != float64(size.Width) || m["imageHeight"] != float64(size.Height) {
			t.Errorf("told as %v by %v, and is %d by %d: %v", m["imageWidth"], m["imageHeight"], size.Width, size.Height, err)
		}
		if got.header.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(got.raw, "\xff\xd8") || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
			t.Errorf("headers %v", got.header)
		}
		if fetched != 1 {
			t.Errorf("fetched %d times", fetched)
		}
		unsigned, _, _ := strings.Cut(link, "?")
		e.want(404, e.call("GET", unsigned, "", nil))
		e.want(404, e.call("GET", link+"&v=1", "", nil))
		e.want(200, e.call("POST", "/api/v1/signout", token, nil))
		e.want(404, e.call("GET", link, "", nil))
		token = e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": name, "password": password})).text("token")
	})
	t.Run("a page whose picture is missing is ready without one", func(t *testing.T) {
		m := e.settled(token, e.add(token, map[string]string{"type": "link", "link": pages + "/broken"})["_id"].(string))
		if m["status"] != "ready" || m["imageUrl"] != "" {
			t.Errorf("got %v", m)
		}
	})
}
