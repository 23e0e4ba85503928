package app

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"testing"

	"engram/internal/capture/capturetest"
	"engram/internal/document"
)

// spy is a host that remembers what it was asked for.
type spy struct {
	mu    sync.Mutex
	asked []string
	url   string
}

func newSpy(t *testing.T) *spy {
	t.Helper()
	s := &spy{}
	s.url = site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, r.URL.Path)
	}})
	return s
}

func (s *spy) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// tree is the size of a document: blocks and levels.
func tree(blocks []any) (n, levels int) {
	for _, b := range blocks {
		block := b.(map[string]any)
		n++
		within := [][]any{}
		if inner, ok := block["blocks"].([]any); ok {
			within = append(within, inner)
		}
		items, _ := block["items"].([]any)
		for _, item := range items {
			within = append(within, item.([]any))
		}
		for _, inner := range within {
			m, deeper := tree(inner)
			n, levels = n+m, max(levels, deeper+1)
		}
	}
	return n, levels
}

// TestHostilePagesInTheReadingRoom saves pages whose trees try to exhaust or to fool their reader.
func TestHostilePagesInTheReadingRoom(t *testing.T) {
	words := strings.Repeat("<p>The mill stands where two becks meet and turns on most days.</p>", 12)
	huge := make([]byte, 0, 100)
	huge = append(huge, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x27\x10\x00\x00\x27\x10\x08\x02\x00\x00\x00\x00\x00\x00\x00"...)
	other := newSpy(t)
	pages := map[string]string{
		"a million nodes":   strings.Repeat("<b>x</b>", 500_000),
		"a thousand levels": strings.Repeat("<ul><li>a<blockquote>", 500) + "end",
		"a hundred levels":  strings.Repeat("<ul><li>a<blockquote>", 50) + "The end of the way down, which is long.",
		"5,000 pictures": func() string {
			var b strings.Builder
			for i := range 5000 {
				fmt.Fprintf(&b, `<img src="/small?%d" alt="Sack %d of rye">`, i, i)
			}
			return b.String()
		}(),
		"scripts": `<svg onload="alert(1)"><script>fetch("` + other.url + `/svg")</script></svg><script src="` + other.url + `/script"></script>` +
			`<link rel="stylesheet" href="` + other.url + `/style"><style>@font-face{src:url(` + other.url + `/font)}</style><iframe src="` + other.url + `/frame"></iframe>` +
			`<object data="` + other.url + `/object"></object><img src="` + other.url + `/drawing.svg"><a href="javascript:alert(2)" ping="` + other.url + `/ping">here</a>`,
		"500 columns":      "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td>cell", 500), 20) + "</table>",
		"turned around":    "<p>safe\u202etxt.exe\u2066 stays</p>",
		"a giant picture":  `<img src="/giant" alt="A giant"><p>behind</p>`,
		"outside entities": `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a SYSTEM "` + other.url + `/entity"><!ENTITY b "&a;&a;">]><p>&a;&b;</p>`,
	}
	e := start(t, settings(t))
	token := e.user()
	ids := map[string]string{}
	address := site(t, map[string]http.HandlerFunc{
		"/page": func(w http.ResponseWriter, r *http.Request) {
			html("<title>Mill</title><article><h1>Mill</h1>"+words+pages[r.URL.Query().Get("p")]+words+"</article>")(w, r)
		},
		"/small": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(painted(t, 200, 150)) },
		"/giant": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(huge) },
	})
	for name := range pages {
		ids[name] = e.add(token, map[string]string{"type": "link", "link": address + "/page?p=" + strings.ReplaceAll(name, " ", "+")})["_id"].(string)
	}
	for name, id := range ids {
		t.Run(name, func(t *testing.T) {
			if m := e.settled(token, id); m["status"] != "ready" {
				t.Fatalf("got %v", m)
			}
			got := e.want(200, e.call("GET", "/api/v1/content/"+id+"/document", token, nil))
			blocks, _ := got.body["blocks"].([]any)
			if n, levels := tree(blocks); n == 0 || n > document.MaxBlocks || levels > document.MaxNested {
				t.Errorf("%d blocks, %d levels", n, levels)
			}
			if len(got.raw) > 8<<20 {
				t.Errorf("a document of %d bytes", len(got.raw))
			}
			for _, bad := range []string{"alert(", "javascript:", "<script", "onload", "\u202e", "\u2066", other.url} {
				if strings.Contains(got.raw, bad) {
					t.Errorf("%q is in the document", bad)
				}
			}
		})
	}
	waitFor(t, "the first pictures are kept", func() bool {
		images := e.imagesOf(token, ids["5,000 pictures"])
		return len(images) > 39 && images[39]["url"] != nil
	})
	kept := 0
	for _, image := range e.imagesOf(token, ids["5,000 pictures"]) {
		if image["url"] != nil {
			kept++
		}
	}
	if kept != 40 {
		t.Errorf("%d pictures are kept, want 40", kept)
	}
	for _, image := range e.imagesOf(token, ids["a giant picture"]) {
		if image["url"] != nil || image["alt"] != "A giant" {
			t.Errorf("a picture of a hundred megapixels is shown as %v", image)
		}
	}
	if asked := other.paths(); len(asked) > 0 {
		t.Errorf("the other host was asked for %v", asked)
	}
}

// TestFilesAskNothingOfTheWeb uploads files that refer to a host: none of them reaches it.
func TestFilesAskNothingOfTheWeb(t *testing.T) {
	other := newSpy(t)
	var photo bytes.Buffer
	_ = png.Encode(&photo, image.NewGray(image.Rect(0, 0, 120, 90)))
	words := strings.Repeat("The mill stands where two becks meet and turns on most days. ", 8)
	page := `<title>Mill</title><meta property="og:image" content="` + other.url + `/card"><link rel="stylesheet" href="` + other.url + `/style">` +
		`<article><h1>Mill</h1><p>` + words + `</p><img src="` + other.url + `/a.png" alt="A wheel"><p>` + words + `</p></article>`
	entity := `<!DOCTYPE x [<!ENTITY a SYSTEM "` + other.url + `/entity">]>`
	files := map[string][]byte{
		"page.html":      []byte("<!doctype html>" + page),
		"page.mhtml":     capturetest.SavedPage(other.url+"/", page, nil),
		"notes.md":       []byte("# Mill\n\n![wheel](" + other.url + "/md.png)\n\n" + words),
		"book.epub":      capturetest.Book("Mill", `<h1>One</h1><p>`+words+`</p><img src="`+other.url+`/book.png"/><style>@font-face{src:url(`+other.url+`/font)}</style>`),
		"entities.epub":  capturetest.Packed("mimetype", "application/epub+zip", "META-INF/container.xml", entity+`<container><rootfiles><rootfile full-path="&a;"/></rootfiles></container>`),
		"report.docx":    capturetest.Word(`<w:p><w:r><w:t>`+words+`</w:t></w:r><w:r><w:drawing><a:blip xmlns:a="a" r:link="r9"/></w:drawing></w:r></w:p>`, "word/_rels/document2.xml.rels", `<Relationships><Relationship Id="r9" Type="x/image" TargetMode="External" Target="`+other.url+`/docx.png"/></Relationships>`),
		"entities.docx":  capturetest.Packed("[Content_Types].xml", "x", "word/document.xml", entity+`<w:document xmlns:w="w"><w:p>&a;</w:p></w:document>`),
		"garden.odt":     capturetest.OpenText(`<text:p>` + words + `<draw:frame><draw:image xlink:href="` + other.url + `/odt.png"/></draw:frame></text:p>`),
		"letter.rtf":     []byte(`{\rtf1 ` + words + `{\field{\*\fldinst INCLUDEPICTURE "` + other.url + `/rtf.png"}{\fldrslt x}}}`),
		"photo.png":      photo.Bytes(),
		"lease link.pdf": makePDF(other.url + "/pdf"),
	}
	cfg := settings(t)
	cfg.FreeDocuments = 0
	e := start(t, cfg)
	token := e.user()
	var ids []string
	for name, file := range files {
		ids = append(ids, e.document(token, name, file))
	}
	for _, id := range ids {
		m := e.settled(token, id)
		if m["status"] != "ready" && m["error"] == "" {
			t.Errorf("got %v", m)
		}
		e.imagesOf(token, id)
	}
	if err := e.app.Close(); err != nil { // which waits for what is under way
		t.Fatal(err)
	}
	if asked := other.paths(); len(asked) > 0 {
		t.Errorf("the host was asked for %v", asked)
	}
}
