package epub_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	reading "engram/internal/capture/epub"
	"engram/internal/document"
	"engram/internal/epub"
	"engram/internal/fault"
	"engram/internal/memory"
)

// texts yields its documents as the pieces of every memory's text.
type texts []document.Document

func (t texts) Document(_ context.Context, _ memory.Memory, yield func(document.Document) error) error {
	for _, doc := range t {
		if err := yield(doc); err != nil {
			return err
		}
	}
	return nil
}

const pictureKey = "pictures/u/m-one.jpg"

func folder(t testing.TB) blob.Store {
	t.Helper()
	blobs, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	picture := image.NewGray(image.Rect(0, 0, 200, 120))
	for i := range picture.Pix {
		picture.Pix[i] = color.Gray{uint8(i)}.Y
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{pictureKey, "pictures/u/cover.jpg"} {
		if _, err := blobs.Put(t.Context(), key, bytes.NewReader(out.Bytes())); err != nil {
			t.Fatal(err)
		}
	}
	return blobs
}

func spans(words string) []document.Span { return []document.Span{{Text: words}} }

// everything has every kind of block and style, and what XML would take for markup.
var everything = document.Document{
	{Kind: document.Heading, Level: 1, Spans: spans("Of <herons> & \"reeds\"")},
	{Kind: document.Paragraph, Spans: []document.Span{
		{Text: "It stands "}, {Text: "still", Bold: true, Italic: true}, {Text: "\nin the "}, {Text: "reeds ]]>", Link: "https://e.example/?a=1&b=\"2\""},
		{Text: "1", Script: document.Super, Ref: "note"}, {Text: " \x01\ufffe"}, {Text: "run", Link: "javascript:alert(1)"}, {Cite: 1},
		{Text: "x", Code: true}, {Text: "gone", Struck: true}, {Text: "2", Script: document.Sub, Ref: "elsewhere"},
	}},
	{Kind: document.List, Ordered: true, Start: 3, Items: []document.Document{
		{{Kind: document.Paragraph, Task: document.Done, Spans: spans("Third")}},
		{{Kind: document.Paragraph, Spans: spans("Fourth")}, {Kind: document.List, Items: []document.Document{{{Kind: document.Paragraph, Spans: spans("Below")}}}}},
	}},
	{Kind: document.Quote, Blocks: document.Document{{Kind: document.Paragraph, Spans: spans("Said")}}},
	{Kind: document.Code, Text: "if a < b {\n\treturn\n}"},
	{Kind: document.Table, Spans: spans("Counted"), Rows: [][]document.Cell{{spans("Bird"), spans("Number")}, {spans("Heron"), spans("1 < 2")}}},
	{Kind: document.Rule},
	{Kind: document.Figure, Image: &document.Image{Key: pictureKey, Alt: `A "heron" <here>`}, Spans: spans("At dawn")},
	{Kind: document.Figure, Image: &document.Image{Key: pictureKey}},
	{Kind: document.Figure, Image: &document.Image{Key: "pictures/u/gone.jpg", Alt: "Not there"}},
	{Kind: document.Heading, Level: 2, Spans: spans("Notes")},
	{Kind: document.Paragraph, Anchor: "note", Spans: spans("A footnote")},
	{Kind: document.Paragraph, Anchor: "note", Spans: spans("With the same name")},
}

func aMemory() memory.Memory {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return memory.Memory{
		ID: "0199a000-0000-7000-8000-000000000001", UserID: "u", Kind: memory.Link, Title: "Herons & <reeds>", Description: "What <they> do", Author: "Ada & Eve",
		Site: "The Pond", URL: "https://e.example/a?b=1&c=2", Language: "en", ImageKey: "pictures/u/cover.jpg", Remark: "Read < again", Tags: []string{"birds & more"},
		Status: memory.Ready, CreatedAt: at, CapturedAt: at.Add(time.Hour), PublishedAt: at.AddDate(0, -1, 0),
	}
}

func write(t testing.TB, m memory.Memory, pieces ...document.Document) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := epub.New(texts(pieces), folder(t)).Write(t.Context(), m, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func open(t testing.TB, content []byte) *zip.Reader {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

func file(t testing.TB, archive *zip.Reader, name string) string {
	t.Helper()
	f, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestBook(t *testing.T) {
	content := write(t, aMemory(), everything)
	archive := open(t, content)
	chapter := file(t, archive, "EPUB/text/1.xhtml")

	t.Run("the media type is first, stored, and where programs look for it", func(t *testing.T) {
		first := archive.File[0]
		if first.Name != "mimetype" || first.Method != zip.Store || len(first.Extra) != 0 || string(content[30:58]) != "mimetypeapplication/epub+zip" {
			t.Errorf("got %+v: %q", first.FileHeader, content[:60])
		}
	})
	t.Run("the package lists every file once, and names what the book is", func(t *testing.T) {
		opf := file(t, archive, "EPUB/package.opf")
		for _, f := range archive.File {
			name, inside := strings.CutPrefix(f.Name, "EPUB/")
			if inside && name != "package.opf" && strings.Count(opf, `href="`+name+`"`) != 1 {
				t.Errorf("%s is not listed", name)
			}
		}
		for _, want := range []string{
			"<dc:title>Herons &amp; &lt;reeds&gt;</dc:title>", "<dc:creator>Ada &amp; Eve</dc:creator>", "<dc:language>en</dc:language>", "<dc:date>2026-02-01</dc:date>",
			"<dc:source>https://e.example/a?b=1&amp;c=2</dc:source>", "<dc:subject>birds &amp; more</dc:subject>", `dcterms:modified">2026-03-01T13:00:00Z<`, `properties="cover-image"`,
		} {
			if !strings.Contains(opf, want) {
				t.Errorf("%s is not in\n%s", want, opf)
			}
		}
	})
	t.Run("references lead to notes of the chapter, links to the web alone, and a picture is kept once", func(t *testing.T) {
		for _, want := range []string{
			`<a href="#b1"><sup>1</sup></a>`, `<p id="b1" dir="auto">A footnote</p>`, `<p dir="auto">With the same name</p>`, `<strong><em>still</em></strong>`,
			`<a href="https://e.example/?a=1&amp;b=%222%22">reeds ]]&gt;</a>`, "run<code>x</code>", "<sub>2</sub>", `<ol start="3">`, "☑ Third", `<p class="absent" dir="auto">Not there</p>`,
			`<img src="../pictures/2.jpg" alt="A &#34;heron&#34; &lt;here&gt;"/>`, `<img src="../pictures/2.jpg" alt=""/>`, "<th dir=\"auto\">Bird</th>", `<p class="lead" dir="auto">What &lt;they&gt; do</p>`,
		} {
			if !strings.Contains(chapter, want) {
				t.Errorf("%s is not in\n%s", want, chapter)
			}
		}
		if strings.Contains(chapter, "javascript") {
			t.Error("a script is linked")
		}
	})
	t.Run("the contents lead to headings that there are", func(t *testing.T) {
		nav := file(t, archive, "EPUB/nav.xhtml")
		for _, want := range []string{`<a href="text/1.xhtml#top">Herons &amp; &lt;reeds&gt;</a>`, "#b2\">Of &lt;herons&gt;", ">Notes</a>"} {
			if !strings.Contains(nav, want) {
				t.Errorf("%s is not in\n%s", want, nav)
			}
		}
		if !strings.Contains(chapter, `<h2 id="b2"`) {
			t.Error(chapter)
		}
	})
	t.Run("what the book says is what our reader of books reads", func(t *testing.T) {
		got, err := reading.Reader{}.ReadFile(t.Context(), bytes.NewReader(content), memory.Bookmark{})
		if err != nil || got.Title != "Herons & <reeds>" || got.Author != "Ada & Eve" || got.Language != "en" || len(got.Sections) != 1 {
			t.Fatalf("got %+v, %v", got, err)
		}
		for leaf := range everything.Leaves() {
			words := strings.Join(strings.Fields(strings.Map(keepable, leaf.Plain())), " ")
			if text := strings.Join(strings.Fields(strings.Map(keepable, got.Sections[0].Text)), " "); !strings.Contains(text, words) {
				t.Errorf("%q is not in %q", words, text)
			}
		}
		var pictures int
		for leaf := range got.Sections[0].Blocks.Leaves() {
			if leaf.Image != nil && strings.HasPrefix(leaf.Image.Address, "data:image/jpeg") {
				pictures++
			}
		}
		if pictures != 2 {
			t.Errorf("%d pictures", pictures)
		}
	})
	t.Run("the same memory gives the same bytes", func(t *testing.T) {
		if !bytes.Equal(content, write(t, aMemory(), everything)) {
			t.Error("they differ")
		}
	})
}

// keepable drops what a book can't have or shows otherwise.
func keepable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r == '\ufffe' || r == '\ufffd' {
		return -1
	}
	return r
}

func TestLongBook(t *testing.T) {
	var pieces []document.Document
	for i := range 3 {
		var piece document.Document
		for j := range 500 {
			piece = append(piece, document.Block{Kind: document.Paragraph, Spans: spans(fmt.Sprintf("Paragraph %d of piece %d. %s", j, i, strings.Repeat("word ", 100)))})
		}
		pieces = append(pieces, piece)
	}
	archive := open(t, write(t, aMemory(), pieces...))
	var chapters int
	for _, f := range archive.File {
		if strings.HasPrefix(f.Name, "EPUB/text/") {
			chapters++
			if f.UncompressedSize64 > 400<<10 {
				t.Errorf("%s has %d bytes", f.Name, f.UncompressedSize64)
			}
		}
	}
	if chapters != 4 {
		t.Errorf("%d chapters", chapters)
	}
}

func TestUnusualBooks(t *testing.T) {
	t.Run("a memory without a text has its title and its address", func(t *testing.T) {
		m := memory.Memory{ID: aMemory().ID, Kind: memory.Link, URL: "https://e.example/", Status: memory.Failed, Language: "not a language"}
		archive := open(t, write(t, m))
		chapter := file(t, archive, "EPUB/text/1.xhtml")
		if !strings.Contains(chapter, ">Untitled</h1>") || !strings.Contains(chapter, `href="https://e.example/"`) || !strings.Contains(chapter, `lang="und"`) {
			t.Error(chapter)
		}
	})
	t.Run("a memory that is still being read is refused in words", func(t *testing.T) {
		err := epub.New(texts{}, folder(t)).Write(t.Context(), memory.Memory{Status: memory.Pending}, io.Discard)
		if fault.KindOf(err) != fault.Unavailable {
			t.Error(err)
		}
	})
	t.Run("what fails while it is written ends it", func(t *testing.T) {
		failing := errors.New("gone")
		err := epub.New(broken{failing}, folder(t)).Write(t.Context(), aMemory(), io.Discard)
		if !errors.Is(err, failing) {
			t.Error(err)
		}
	})
}

type broken struct{ err error }

func (b broken) Document(context.Context, memory.Memory, func(document.Document) error) error {
	return b.err
}

func TestFileName(t *testing.T) {
	for title, want := range map[string]string{
		"Herons & reeds": "Herons-reeds.epub", "": "memory.epub", "漢字": "memory.epub", "../../etc/passwd\"\r\n": "etc-passwd.epub",
		strings.Repeat("word ", 30): "word-word-word-word-word-word-word-word-word-word-word-word.epub",
	} {
		if got := epub.FileName(memory.Memory{Title: title}); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
}

// Any text gives chapters that are well-formed.
func TestAnyText(t *testing.T) {
	blobs := folder(t)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("<>&\"'\n\t]\x00\x0b\ufffe")))).Draw(t, "words")
		doc := document.Document{
			{Kind: document.Heading, Level: rapid.IntRange(-1, 9).Draw(t, "level"), Spans: spans(words)},
			{Kind: document.Paragraph, Anchor: words, Spans: []document.Span{{Text: words, Ref: words, Bold: true}, {Text: words, Link: words}, {Text: words, Link: "https://" + words}}},
			{Kind: document.Code, Text: words}, {Kind: document.Figure, Image: &document.Image{Alt: words}},
		}
		m := memory.Memory{ID: words, Kind: memory.Link, Title: words, Description: words, Author: words, URL: words, Remark: words, Tags: []string{words}, Language: words, Status: memory.Ready}
		var out bytes.Buffer
		if err := epub.New(texts{doc}, blobs).Write(context.Background(), m, &out); err != nil {
			t.Fatal(err)
		}
		archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.File {
			if !slices.Contains([]string{".xhtml", ".opf", ".ncx", ".xml"}, filepath.Ext(f.Name)) {
				continue
			}
			file, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			for decoder := xml.NewDecoder(file); err == nil; {
				_, err = decoder.Token()
			}
			if !errors.Is(err, io.EOF) {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
	})
}

// TestEPUBCheck runs the checker of the format's makers where ENGRAM_EPUBCHECK names it.
func TestEPUBCheck(t *testing.T) {
	jar := os.Getenv("ENGRAM_EPUBCHECK")
	if jar == "" {
		t.Skip("ENGRAM_EPUBCHECK names no epubcheck.jar")
	}
	for name, content := range map[string][]byte{
		"everything": write(t, aMemory(), everything), "nothing": write(t, memory.Memory{ID: aMemory().ID, Kind: memory.Link, URL: "https://e.example/", Status: memory.Failed}),
	} {
		path := filepath.Join(t.TempDir(), name+".epub")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), "java", "-jar", jar, "--failonwarnings", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
