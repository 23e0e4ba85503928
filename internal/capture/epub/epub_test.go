package epub

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/capturetest"
	"engram/internal/capture/flow"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

func read(t testing.TB, file []byte) (capture.Document, error) {
	t.Helper()
	return Reader{}.ReadFile(t.Context(), bytes.NewReader(file), memory.Bookmark{})
}

func TestBook(t *testing.T) {
	d, err := read(t, capturetest.Book("Salt", `<h1>One<a id="x"/></h1><p>A <em>word</em>.</p>`, `<p>No heading.</p><script src="x"/>`, `<div/>`))
	if err != nil {
		t.Fatal(err)
	}
	if d.Title != "Salt" || d.Author != "Ada Byron" || d.Language != "en-GB" || string(d.Image) != "\x89PNG" ||
		!d.Published.Equal(time.Date(1998, 4, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", d)
	}
	var got []string
	for _, s := range d.Sections {
		got = append(got, s.Blocks.Markdown())
	}
	if want := "# One\n\nA *word*.|No heading."; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLabels(t *testing.T) {
	for name, contents := range map[string][]string{
		"of EPUB 2": {"OEBPS/toc.ncx", `<ncx><navMap><navPoint><navLabel><text>Salt</text></navLabel><content src="chapter%20a.xhtml#x"/></navPoint></navMap></ncx>`},
		"of EPUB 3": {"OEBPS/nav.xhtml", `<html><nav><a href="chapter%20a.xhtml">Salt</a></nav></html>`},
	} {
		t.Run(name, func(t *testing.T) {
			opf := `<package><manifest><item id="a" href="chapter%20a.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/><item id="t" href="toc.ncx"/></manifest>` +
				`<spine toc="t"><itemref idref="n"/><itemref idref="a"/></spine></package>`
			d, err := read(t, capturetest.Packed(append([]string{"META-INF/container.xml", `<c><rootfiles><rootfile full-path="OEBPS/b.opf"/></rootfiles></c>`,
				"OEBPS/b.opf", opf, "OEBPS/chapter a.xhtml", "<p>Words of <b>one</b>.</p>"}, contents...)...))
			if err != nil || len(d.Sections) != 1 {
				t.Fatal(d, err)
			}
			s := d.Sections[0]
			if s.Blocks.Markdown() != "## Salt\n\nWords of **one**." || s.Text != "Salt\n\nWords of one." {
				t.Errorf("%q, %q", s.Blocks.Markdown(), s.Text)
			}
			for leaf := range s.Blocks.Leaves() {
				if s.Text[leaf.Source[0]:leaf.Source[1]] != leaf.Plain() {
					t.Errorf("%q is not at %v", leaf.Plain(), leaf.Source)
				}
			}
		})
	}
}

func TestFootnotesStayInTheirChapter(t *testing.T) {
	const chapter = `<p>Salt<a href="#n">1</a></p><ol><li id="n">A note.</li></ol>`
	d, err := read(t, capturetest.Book("x", chapter, chapter, ""))
	if err != nil {
		t.Fatal(err)
	}
	notes := map[string]bool{}
	for _, s := range d.Sections {
		ref := ""
		for leaf := range s.Blocks.Leaves() {
			if n := len(leaf.Spans); ref == "" {
				ref = leaf.Spans[n-1].Ref
			} else if leaf.Anchor != ref || notes[ref] {
				t.Errorf("%q refers to %q", ref, leaf.Anchor)
			}
		}
		notes[ref] = true
	}
	if len(notes) != 2 || notes[""] {
		t.Errorf("the notes are %v", notes)
	}
}

func TestPicturesAreThoseOfTheBook(t *testing.T) {
	file := capturetest.Book("x", `<p>See <a href="chapter%20b.xhtml">two</a>.</p><img src="cover.png" alt="A cover"/><img src="https://example.com/a.png" alt="Elsewhere"/><p>y</p>`)
	file = bytes.Replace(file, []byte("\x89PNG"), []byte("GIF8"), 1)
	d, err := read(t, file)
	if err != nil {
		t.Fatal(err)
	}
	for leaf := range d.Sections[0].Blocks.Leaves() {
		if leaf.Image != nil && leaf.Image.Address != "" {
			t.Errorf("%+v is no picture of the book", leaf.Image)
		}
	}
	if said := d.Sections[0].Blocks.Markdown(); strings.Contains(said, "invalid") {
		t.Errorf("a link within the book is kept: %q", said)
	}
	read := flow.Pictures{Part: func(string, int64) ([]byte, error) { return []byte("\x89PNG\r\n\x1a\n"), nil }}
	b := book{pictures: read}
	doc := document.Document{{Kind: document.Figure, Image: &document.Image{Address: "https://book.invalid/a.png"}}}
	if b.localise(doc); doc[0].Image.Address != "data:image/png;base64,iVBORw0KGgo=" {
		t.Errorf("%+v", doc[0].Image)
	}
}

func TestRefused(t *testing.T) {
	container := []string{"META-INF/container.xml", `<c><rootfiles><rootfile full-path="../b.opf"/></rootfiles></c>`}
	const data = `<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><CipherData><CipherReference URI="a.xhtml"/></CipherData></EncryptedData></encryption>`
	for name, test := range map[string]struct {
		file []byte
		says string
	}{
		"no ZIP":      {[]byte("x"), msgDamaged},
		"no package":  {capturetest.Packed(container...), msgDamaged},
		"no chapters": {capturetest.Book("x"), msgEmpty},
		"protected":   {capturetest.Packed(append([]string{"META-INF/encryption.xml", data, "../b.opf", "<package/>"}, container...)...), msgProtected},
		"a bomb":      {capturetest.Book("x", strings.Repeat(" ", maxChapter)), msgCut},
		"tags":        {capturetest.Book("x", strings.Repeat("<i>", 200_000)), "1 of its parts could not be read."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, test.file)
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.Message != test.says {
				t.Errorf("%v, want %q", err, test.says)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`<h1>x</h1><p>y<br/></p>`)
	f.Fuzz(func(t *testing.T, chapter string) {
		d, err := read(t, capturetest.Book("x", chapter))
		if err != nil {
			return
		}
		for _, s := range d.Sections {
			for leaf := range s.Blocks.Leaves() {
				if leaf.Source[1] > len(s.Text) || leaf.Source[0] > leaf.Source[1] {
					t.Errorf("%v of %d", leaf.Source, len(s.Text))
				}
			}
		}
	})
}
