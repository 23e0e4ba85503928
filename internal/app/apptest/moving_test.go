package apptest_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"engram/internal/app"
	"engram/internal/app/apptest"
	"engram/internal/app/child"
	"engram/internal/config"
)

// run starts the program, for the caller to close.
func run(t *testing.T, cfg config.Config) (running *app.App) {
	t.Helper()
	readPDF, err := child.Command()
	if err != nil {
		t.Fatal(err)
	}
	if running, err = app.Start(t.Context(), cfg, slog.New(slog.DiscardHandler), readPDF); err != nil {
		t.Fatal(err)
	}
	return running
}

// mover is someone who moves in.
type mover struct {
	t          *testing.T
	url, token string
}

// ask calls the API and decodes what is answered.
func (m mover) ask(method, path, form, body string, into any) {
	m.t.Helper()
	got := reply(m.url, method, path, m.token, "", form, body)
	if got.status/100 != 2 {
		m.t.Fatalf("%s %s: %+v", method, path, got)
	}
	if err := json.Unmarshal([]byte(got.text), into); err != nil {
		m.t.Fatal(err)
	}
}

func (m mover) save(document any) {
	m.t.Helper()
	body, err := json.Marshal(document)
	if err != nil {
		m.t.Fatal(err)
	}
	m.ask("POST", "/api/v1/content", "application/json", string(body), &struct{}{})
}

// send sends a file to a path.
func (m mover) send(path, name string, content []byte, into any) {
	m.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || form.Close() != nil {
		m.t.Fatal("no form")
	}
	m.ask("POST", path, form.FormDataContentType(), body.String(), into)
}

// taken is an import, as far as it is looked at.
type taken struct {
	ID, Status                               string
	Found, Existing, Merged, Saved, Followed int
	Failed, Fetching                         int
	Retryable                                bool
	Preview                                  struct{ New, Merged, Feeds int }
}

// rests waits until an import has a status.
func (m mover) rests(id, status string) (i taken) {
	m.t.Helper()
	waitFor(m.t, "the import is "+status, func() bool {
		m.ask("GET", "/api/v1/imports/"+id, "", "", &i)
		return i.Status == status
	})
	return i
}

// takeOver imports a file to its end. Its preview counts as its result does.
func (m mover) takeOver(name string, content []byte) taken {
	m.t.Helper()
	var i taken
	m.send("/api/v1/import", name, content, &i)
	seen := m.rests(i.ID, "ready")
	m.ask("POST", "/api/v1/imports/"+i.ID+"/start", "", "", &i)
	i = m.rests(i.ID, "done")
	if i.Existing != seen.Existing || i.Merged != seen.Preview.Merged || i.Followed != seen.Preview.Feeds {
		m.t.Errorf("of %s the preview is %+v, and the result %+v", name, seen, i)
	}
	return i
}

// memory is one, as far as it is looked at.
type memory struct {
	ID                string `json:"_id"`
	Title, Type, Link string
	Status            string
	Tags              []string
	Feed              struct{ ID, Title string }
	Files             []struct{ Name, Link string }
}

// memories returns all, by their titles.
func (m mover) memories() map[string]memory {
	m.t.Helper()
	var page struct{ Content []memory }
	m.ask("GET", "/api/v1/content?limit=200", "", "", &page)
	all := make(map[string]memory, len(page.Content))
	for _, one := range page.Content {
		var whole struct{ Content memory }
		m.ask("GET", "/api/v1/content/"+one.ID, "", "", &whole)
		all[one.Title] = whole.Content
	}
	return all
}

// packed returns a ZIP file.
func packed(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range files {
		into, err := z.Create(name)
		if err == nil {
			_, err = into.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// noise returns a picture that no compression makes smaller.
func noise(t *testing.T, side int) []byte {
	t.Helper()
	picture, random := image.NewGray(image.Rect(0, 0, side, side)), rand.New(rand.NewPCG(1, uint64(side)))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32())
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestMovingIn takes over what other programs keep beside their texts: pictures, documents and feeds.
func TestMovingIn(t *testing.T) {
	cfg := apptest.Settings(t)
	cfg.MaxUploadMB = 1
	first := run(t, cfg)
	m := mover{t: t, url: first.URL()}
	var signedUp struct{ Token string }
	m.ask("POST", "/api/v1/signup", "application/json", `{"username":"mover","password":"Correct1!horse"}`, &signedUp)
	m.token = signedUp.Token
	small, large := noise(t, 40), noise(t, 1050)

	t.Run("pictures of a vault come with its notes", func(t *testing.T) {
		m.t = t
		i := m.takeOver("vault.zip", packed(t, map[string][]byte{
			"vault/Garden/Shed.md":   []byte("---\ntags: [tools]\n---\n# Shed\n\nTar it in May. ![the shed](../pics/shed.png) ![[door.png]]\n"),
			"vault/pics/shed.png":    small,
			"vault/pics/door.png":    noise(t, 41),
			"vault/Garden/Kale.md":   []byte("# Kale\n\nSow it in May."),
			"vault/.obsidian/a.json": []byte("{}"),
		}))
		if i.Saved != 2 || i.Failed > 1 {
			t.Errorf("it is %+v", i)
		}
		shed := m.memories()["Shed"]
		var names []string
		for _, file := range shed.Files {
			names = append(names, file.Name)
		}
		if slices.Sort(names); !slices.Equal(names, []string{"door.png", "shed.png"}) || !slices.Contains(shed.Tags, "Garden") || !slices.Contains(shed.Tags, "tools") {
			t.Fatalf("the note is %+v", shed)
		}
		for _, file := range shed.Files {
			if got := reply("", "GET", file.Link, "", "", "", ""); file.Name == "shed.png" && got.text != string(small) {
				t.Errorf("its picture is answered %d", got.status)
			}
		}
	})

	t.Run("a document that was uploaded is not doubled", func(t *testing.T) {
		m.t = t
		var uploaded struct{ URL string }
		m.send("/api/upload/pdfUploader", "Mine.png", small, &uploaded)
		m.save(map[string]string{"type": "document", "link": uploaded.URL})
		i := m.takeOver("papers.zip", packed(t, map[string][]byte{"papers/copy.png": small, "papers/other.png": noise(t, 42)}))
		if i.Existing != 1 || i.Saved != 1 {
			t.Errorf("it is %+v", i)
		}
	})

	t.Run("feeds of a list are followed, and bring what is new", func(t *testing.T) {
		m.t = t
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/feed" {
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, "<title>Herons</title><p>They are back.")
				return
			}
			w.Header().Set("Content-Type", "application/rss+xml")
			_, _ = io.WriteString(w, `<rss version="2.0"><channel><title>Harbour</title><item><title>Herons</title><link>http://`+r.Host+`/herons</link></item></channel></rss>`)
		}))
		t.Cleanup(site.Close)
		i := m.takeOver("feeds.opml", []byte(`<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="Coast">
			<outline type="rss" text="My harbour" xmlUrl="`+site.URL+`/feed"/><outline type="rss" text="Again" xmlUrl="`+site.URL+`/feed"/></outline></body></opml>`))
		if i.Followed != 1 || i.Merged != 1 || i.Saved != 0 {
			t.Errorf("it is %+v", i)
		}
		waitFor(t, "the feed brings its page", func() bool {
			brought := m.memories()["Herons"]
			return brought.Feed.Title == "My harbour" && brought.Link == site.URL+"/herons" && slices.Contains(brought.Tags, "Coast")
		})
	})

	t.Run("a document that was too large is tried again, and saved", func(t *testing.T) {
		m.t = t
		i := m.takeOver("large.zip", packed(t, map[string][]byte{"large/large.png": large, "large/note.md": []byte("# Beside it")}))
		if i.Saved != 1 || i.Failed != 1 || !i.Retryable {
			t.Fatalf("it is %+v", i)
		}
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		cfg.MaxUploadMB = 25
		second := run(t, cfg)
		t.Cleanup(func() {
			if err := second.Close(); err != nil {
				t.Error(err)
			}
		})
		m.url = second.URL()
		m.ask("POST", "/api/v1/imports/"+i.ID+"/retry", "", "", &struct{}{})
		if i = m.rests(i.ID, "done"); i.Saved != 2 || i.Failed != 0 || i.Retryable {
			t.Errorf("it is %+v", i)
		}
		if got := m.memories()["large"]; got.Type != "document" {
			t.Errorf("it is %+v", got)
		}
	})
}
