package page

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
)

// selfPortrait is a page's metadata in meta.json.
type selfPortrait struct {
	Title       string    `json:"title"`
	Description string    `json:"description,omitempty"`
	ImageURL    string    `json:"image,omitempty"`
	Site        string    `json:"site,omitempty"`
	Author      string    `json:"author,omitempty"`
	Canonical   string    `json:"canonical,omitempty"`
	Language    string    `json:"language,omitempty"`
	Published   time.Time `json:"published,omitzero"`
	Seconds     float64   `json:"seconds,omitempty"`
}

// TestReadPageOfEachSort reads pages that are no articles, or have more on them than one: each
// folder has the page, its text as a reader would want to find it, and what it says of itself.
// UPDATE=1 writes both; read them before you commit.
func TestReadPageOfEachSort(t *testing.T) {
	pages, _ := filepath.Glob(filepath.Join("testdata", "pages", "*", "page.html"))
	if len(pages) == 0 {
		t.Fatal("no pages in testdata")
	}
	for _, page := range pages {
		dir := filepath.Dir(page)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			d := readString(t, string(capturetest.File(t, page)), "text/html; charset=utf-8")
			compareWithFile(t, filepath.Join(dir, "text.txt"), []byte(capturetest.Text(d)+"\n"))
			compareWithFile(t, filepath.Join(dir, "meta.json"), portraitOf(t, d))
		})
	}
}

func portraitOf(t *testing.T, d capture.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(selfPortrait{d.Title, d.Description, d.ImageURL, d.Site, d.Author, d.Canonical, d.Language, d.Published, d.Duration.Seconds()}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compareWithFile(t *testing.T, file string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(capturetest.File(t, file)), string(got)); diff != "" {
		t.Error(diff)
	}
}
