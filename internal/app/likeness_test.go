package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/capture/page"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/recall/minhash"
)

// chrome stands around an article of another edition of a page.
const chrome = `<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop of the week</a></li></ul></nav><aside class="banner">Sign in to read on. We value your privacy and so do our partners.</aside>`

// signed returns the signature of what is read of a page, nil where it has too few words.
func signed(t *testing.T, reader capture.PageReader, body []byte) minhash.Signature {
	t.Helper()
	doc, err := reader.ReadPage(t.Context(), capture.Page{URL: "https://example.com/page", ContentType: "text/html", Body: body})
	if err != nil {
		return nil
	}
	var text []string
	for _, s := range doc.Sections {
		text = append(text, s.Text)
	}
	return minhash.Of(text...)
}

// without returns an article's HTML without some of its paragraphs, by their number.
func without(body []byte, drop func(i, n int) bool) []byte {
	pieces := strings.SplitAfter(string(body), "</p>")
	var kept strings.Builder
	for i, piece := range pieces {
		if start := strings.LastIndex(piece, "<p"); start >= 0 && drop(i, len(pieces)) {
			piece = piece[:start]
		}
		kept.WriteString(piece)
	}
	return []byte(kept.String())
}

// TestNearlyTheSame measures which editions of a page are recognised, and which other pages are taken for one.
func TestNearlyTheSame(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("ENGRAM_HTML_DIR"), "*", "source.html"))
	if os.Getenv("ENGRAM_HTML_DIR") == "" || len(files) == 0 {
		t.Skip("set ENGRAM_HTML_DIR to a folder of pages to measure")
	}
	reader := page.NewReader()
	editions := map[string]func([]byte) []byte{
		"other chrome": func(b []byte) []byte {
			return bytes.Replace(bytes.Replace(b, []byte("</body>"), []byte(chrome+"</body>"), 1), []byte("<body>"), []byte("<body>"+chrome), 1)
		},
		"cut after seven tenths":      func(b []byte) []byte { return without(b, func(i, n int) bool { return i*10 >= n*7 }) },
		"updated, a sixth is removed": func(b []byte) []byte { return without(b, func(i, _ int) bool { return i%6 == 2 }) },
	}
	found, asked := map[string]int{}, map[string]int{}
	var all []minhash.Signature
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		signature := signed(t, reader, body)
		if signature == nil {
			continue
		}
		if !bytes.Contains(body, []byte("consectetur")) { // one text, whatever page it stands on
			all = append(all, signature)
		}
		for name, edit := range editions {
			if other := signed(t, reader, edit(body)); other != nil {
				asked[name]++
				if alike(signature, other) {
					found[name]++
				}
			}
		}
	}
	for name := range editions {
		t.Logf("%s: %d of %d recognised", name, found[name], asked[name])
		if found[name]*10 < asked[name]*8 {
			t.Errorf("%s: fewer than eight in ten", name)
		}
	}
	if n := pairs(all); n > 0 || len(all) < 5 {
		t.Errorf("of %d pages, %d pairs are taken for the same", len(all), n)
	}
	t.Logf("%d different pages", len(all))
}

// TestParagraphsOfOneArticleDiffer holds different texts about the same thing apart.
func TestParagraphsOfOneArticleDiffer(t *testing.T) {
	var all []minhash.Signature
	for _, m := range evaltest.Read(t, "xquad-en").Sets[0].Memories() {
		for _, p := range m.Passages {
			if s := minhash.Of(p.Text); s != nil {
				all = append(all, s)
			}
		}
	}
	if n := pairs(all); n > 0 {
		t.Errorf("%d pairs of %d paragraphs are taken for the same", n, len(all))
	}
	t.Logf("%d paragraphs", len(all))
}

// alike reports whether two texts share a bucket and are nearly the same.
func alike(a, b minhash.Signature) bool {
	held := map[int64]bool{}
	for _, bucket := range a.Buckets() {
		held[bucket] = true
	}
	for _, bucket := range b.Buckets() {
		if held[bucket] {
			return minhash.Likeness(a, b) >= minhash.Alike
		}
	}
	return false
}

// pairs counts those that are alike.
func pairs(all []minhash.Signature) (n int) {
	for i, a := range all {
		for _, b := range all[i+1:] {
			if alike(a, b) {
				n++
			}
		}
	}
	return n
}
