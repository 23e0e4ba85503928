package mhtml_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/capture/capturetest"
	"engram/internal/capture/mhtml"
	"engram/internal/capture/page"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// picture is a PNG that counts as one.
func picture() []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, image.NewGray(image.Rect(0, 0, 120, 90)))
	return out.Bytes()
}

// read returns what is read of a file.
func read(t testing.TB, file []byte) (capture.Document, error) {
	t.Helper()
	return mhtml.Reader{Pages: page.NewReader()}.ReadFile(context.Background(), bytes.NewReader(file), memory.Bookmark{})
}

var words = strings.Repeat("The mill stands where two becks meet, and turns on most days. ", 8)

func figures(d capture.Document) (all []string) {
	for _, s := range d.Sections {
		for leaf := range s.Blocks.Leaves() {
			if leaf.Kind == document.Figure {
				all = append(all, leaf.Image.Address)
			}
		}
	}
	return all
}

func TestPagesOfBrowsers(t *testing.T) {
	html := `<html lang="en"><title>The mill</title><article><h1>The mill</h1><p>` + words +
		`</p><figure><img src="https://mill.example/wheel.png" srcset="https://mill.example/wide.png 1600w" alt="The wheel"></figure><p>` + words +
		`</p><img src="https://mill.example/missing.png"><p>Café ` + words + `</p><p><a href="/flour">Flour</a> ` + words + `</p></article>`
	file := capturetest.SavedPage("https://mill.example/notes", html, map[string][]byte{"https://mill.example/wheel.png": picture()})
	d, err := read(t, file)
	if err != nil {
		t.Fatal(err)
	}
	text := capturetest.Text(d)
	if d.Title != "The mill" || d.Language != "en" || !strings.Contains(text, "Café The mill stands") {
		t.Errorf("read %q, %q: %.300q", d.Title, d.Language, text)
	}
	want := "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture())
	if got := figures(d); len(got) != 2 || got[0] != want || got[1] != "" {
		t.Errorf("pictures %.80q, want that of the file, and none", got)
	}
	linked := false
	for leaf := range d.Sections[0].Blocks.Leaves() {
		for _, s := range leaf.Spans {
			linked = linked || s.Link == "https://mill.example/flour"
		}
	}
	if !linked || d.ImageURL != "" {
		t.Errorf("a link of the page is lost, or %q would be fetched", d.ImageURL)
	}
}

func TestPagesOfOtherMakers(t *testing.T) {
	for name, file := range map[string]string{
		"one part":      "MIME-Version: 1.0\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>Gr\xfc\xdfe an alle.",
		"named start":   "Content-Type: multipart/related; boundary=b; start=\"<two>\"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>A frame.\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-ID: <two>\r\n\r\n<p>Grüße an alle.\r\n--b--",
		"cut":           "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Grüße an alle.",
		"bare newlines": "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>Grüße an alle.\n--b--\n",
	} {
		d, err := read(t, []byte(file))
		if text := capturetest.Text(d); err != nil || text != "Grüße an alle." {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestWhatLooksLikeAnAttribute(t *testing.T) {
	html := `<p>Write <code>&lt;img srcset="a.png 2x"></code> for sharp screens, and srcset="" for none. ` + words
	d, err := read(t, capturetest.SavedPage("https://mill.example/notes", html, nil))
	if text := capturetest.Text(d); err != nil || !strings.Contains(text, `<img srcset="a.png 2x"> for sharp screens, and srcset="" for none.`) {
		t.Errorf("%v: %.200q", err, text)
	}
}

func TestFilesThatAreTooLarge(t *testing.T) {
	var file bytes.Buffer
	file.WriteString("Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>A page.\r\n--b\r\nContent-Type: image/png\r\n\r\n")
	file.Write(make([]byte, 64<<20))
	d, err := read(t, file.Bytes())
	if err != nil || capturetest.Text(d) != "A page." || !strings.Contains(d.Remark, "64 MB") {
		t.Errorf("%v: %q, remark %q", err, capturetest.Text(d), d.Remark)
	}
}

func TestHostileFiles(t *testing.T) {
	var many strings.Builder
	many.WriteString("Content-Type: multipart/related; boundary=b\r\n\r\n")
	for i := range 50_000 {
		fmt.Fprintf(&many, "--b\r\nContent-Type: image/png\r\nContent-Location: https://a.example/%d\r\n\r\nx\r\n", i)
	}
	for name, file := range map[string]string{
		"nothing":            "",
		"a text":             "Dear Ida, it rains.",
		"no boundary":        "Content-Type: multipart/related\r\n\r\n--b",
		"no page":            "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--",
		"too many headers":   strings.Repeat("X: y\r\n", 20_000) + "Content-Type: text/html\r\n\r\n<p>A page.",
		"headers alone":      strings.Repeat("X: y\r\n", 200_000),
		"50,000 parts":       many.String(),
		"parts within parts": strings.Repeat("Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\n", 10_000),
	} {
		_, err := read(t, []byte(file))
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Invalid || f.Message == "" {
			t.Errorf("%s: %v, want a refusal in words", name, err)
		}
	}
	script := capturetest.SavedPage("javascript:alert(1)", "<title>Kiln</title><script>document.title = 1</script><p>"+words+
		`<img src="file:///etc/passwd"><img src="cid:x"><iframe src="https://spy.example"></iframe><a href="javascript:alert(1)">here</a>`, nil)
	d, err := read(t, script)
	if text := capturetest.Text(d); err != nil || strings.Contains(text, "document") || len(figures(d)) > 0 || d.Canonical != "" {
		t.Errorf("%v: %+v", err, d)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(capturetest.SavedPage("https://a.example", "<p>x<img src=https://a.example/p>", map[string][]byte{"https://a.example/p": picture()}))
	f.Add([]byte("Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+eA==\r\n--b--"))
	f.Fuzz(func(t *testing.T, file []byte) {
		d, err := read(t, file)
		if err != nil {
			return
		}
		for _, address := range figures(d) {
			if address != "" && !strings.HasPrefix(address, "data:image/") {
				t.Errorf("%q would be fetched", address)
			}
		}
	})
}
