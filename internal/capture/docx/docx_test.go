package docx

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

func styled(style, words string) string {
	return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr><w:r><w:t xml:space="preserve">` + words + `</w:t></w:r></w:p>`
}

func item(level, words string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>` + words + `</w:t></w:r></w:p>`
}

// TestMarkdown compares the tree, as markdown, with what Word shows.
func TestMarkdown(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"headings, quotes and code by their style": {
			styled("V", "Terms 1") + styled("berschrift1", "Terms") + styled("Q", "So be it.") + styled("C", "a := 1") + styled("C", "  b()") + styled("", "x"),
			"# Terms\n\n> So be it.\n\n```\na := 1\n  b()\n```\n\nx",
		},
		"nested lists with their numbers": {
			item("0", "three") + item("1", "inner") + item("0", "four") + styled("", "between") + item("0", "five"),
			"3. three\n   - inner\n4. four\n\nbetween\n\n5. five",
		},
		"emphasis, links and breaks": {
			`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t xml:space="preserve"> and </w:t></w:r>` +
				`<w:hyperlink r:id="r1"><w:r><w:t>a link</w:t></w:r></w:hyperlink><w:hyperlink r:id="r2"><w:r><w:t>, none</w:t></w:r></w:hyperlink></w:p>`,
			"**Bold** and [a link](<https://example.com/a>), none",
		},
		"raised and lowered words": {
			`<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>3</w:t></w:r>` +
				`<w:r><w:rPr><w:vertAlign w:val="subscript"/></w:rPr><w:t>n</w:t></w:r></w:p>`,
			"10<sup>3</sup><sub>n</sub>",
		},
		"a field that is a link": {
			`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.com/b" </w:instrText></w:r>` +
				`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>there</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>!</w:t></w:r></w:p>`,
			"[there](<https://example.com/b>)!",
		},
		"changes as accepted, nothing hidden": {
			`<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>`,
			"new",
		},
		"a table with a wide cell": {
			`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + styled("", "Rent") + `</w:tc></w:tr><w:tr><w:tc>` + styled("", "May") + `</w:tc><w:tc>` + styled("", "900") + `</w:tc></w:tr></w:tbl>`,
			"| Rent |  |\n| --- | --- |\n| May | 900 |",
		},
		"a table of one column is layout": {
			`<w:tbl><w:tr><w:tc>` + styled("berschrift1", "In a box") + styled("", "Words") + `</w:tc></w:tr></w:tbl>`, "# In a box\n\nWords",
		},
		"a footnote": {
			`<w:p><w:r><w:t>Claimed.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, "Claimed.[^note-1]\n\n[^note-1]: Said in 1890.",
		},
		"the text of a box, once": {
			`<w:p><w:r><w:t>Before</w:t><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:drawing><w:txbxContent>` + styled("", "Boxed") +
				`</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>` + styled("", "Boxed") + `</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
			"Before\n\nBoxed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := read(t, capturetest.Word(test.body))
			if err != nil {
				t.Fatal(err)
			}
			s := d.Sections[0]
			if diff := cmp.Diff(test.want, s.Blocks.Markdown()); diff != "" {
				t.Error(diff)
			}
			placed(t, s)
		})
	}
}

// placed checks that each leaf's text is where it says.
func placed(t *testing.T, s capture.Section) {
	t.Helper()
	for leaf := range s.Blocks.Leaves() {
		if got := s.Text[leaf.Source[0]:leaf.Source[1]]; got != leaf.Plain() {
			t.Errorf("%q is placed at %q", leaf.Plain(), got)
		}
	}
}

func TestMetadata(t *testing.T) {
	d, err := read(t, capturetest.Word(styled("", "Words of some length that make up a paragraph of their own here.")))
	d.Sections = nil
	want := capture.Document{Title: "The terms", Author: "Grace Hopper", Published: time.Date(2019, 3, 2, 10, 0, 0, 0, time.UTC),
		Description: "Words of some length that make up a paragraph of their own here."}
	if diff := cmp.Diff(want, d); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestAPictureIsItsDescription(t *testing.T) {
	d, err := read(t, capturetest.Word(`<w:p><w:r><w:t>Below</w:t><w:drawing><wp:inline xmlns:wp="p"><wp:docPr descr="A pier"/></wp:inline></w:drawing></w:r></w:p>`))
	if err != nil {
		t.Fatal(err)
	}
	blocks := d.Sections[0].Blocks
	if len(blocks) != 2 || blocks[1].Kind != document.Figure || blocks[1].Image.Alt != "A pier" || d.Sections[0].Text != "Below\n\nA pier" {
		t.Errorf("%+v, %q", blocks, d.Sections[0].Text)
	}
}

func TestEmbeddedPictures(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n"
	drawn := `<w:p><w:r><w:drawing><wp:docPr xmlns:wp="p" descr="A pier"/><a:blip xmlns:a="a" r:embed="r9"/></w:drawing></w:r></w:p>`
	d, err := read(t, capturetest.Packed("word/document.xml", `<w:document xmlns:w="x/wordprocessingml/main" xmlns:r="r"><w:body>`+styled("", "x")+drawn+`</w:body></w:document>`,
		"word/_rels/document.xml.rels", `<R><Relationship Id="r9" Type="x/image" Target="media/a.png"/></R>`, "word/media/a.png", png))
	if err != nil || len(d.Sections[0].Blocks) != 2 {
		t.Fatal(d, err)
	}
	if image := d.Sections[0].Blocks[1].Image; image.Alt != "A pier" || image.Address != "data:image/png;base64,iVBORw0KGgo=" {
		t.Errorf("%+v", image)
	}
}

func TestHostile(t *testing.T) {
	laughs := `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>`
	for name, test := range map[string]struct {
		file  []byte
		fails string
	}{
		"no ZIP":              {[]byte("PK\x03\x04 and nothing"), flow.MsgDamaged},
		"no text":             {capturetest.Word("<w:p/>"), flow.MsgEmpty},
		"no document":         {capturetest.Packed("[Content_Types].xml", "x"), flow.MsgDamaged},
		"cut XML":             {capturetest.Packed("word/document.xml", "<w:document><w:body>"), flow.MsgDamaged},
		"entities":            {capturetest.Packed("word/document.xml", laughs), flow.MsgDamaged},
		"an outer entity":     {capturetest.Packed("word/document.xml", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`), flow.MsgDamaged},
		"a bomb":              {capturetest.Packed("a", "", "word/document.xml", strings.Repeat(" ", maxPart+1)), flow.MsgDamaged},
		"a thousand levels":   {capturetest.Word(strings.Repeat("<w:sdt>", 100_000)), flow.MsgDamaged},
		"a tag without end":   {capturetest.Packed("word/document.xml", "<w:p "+strings.Repeat(`a="" `, 1_000_000)), flow.MsgDamaged},
		"styles in a circle":  {capturetest.Word(styled("A", "x"), "word/styles2.xml", ""), ""},
		"a cell of a million": {capturetest.Word(`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000"/></w:tcPr>` + styled("", "x") + `</w:tc></w:tr></w:tbl>`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, test.file)
			if test.fails == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.Message != test.fails {
				t.Errorf("%v, want %q", err, test.fails)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(styled("berschrift1", "x") + item("0", "y"))
	f.Add(`<w:tbl><w:tr><w:tc>` + styled("", "x") + `</w:tc></w:tr></w:tbl>`)
	f.Fuzz(func(t *testing.T, body string) {
		d, err := read(t, capturetest.Word(body))
		if err != nil {
			return
		}
		for _, s := range d.Sections {
			placedOrFigure(t, s)
		}
	})
}

func placedOrFigure(t *testing.T, s capture.Section) {
	t.Helper()
	for leaf := range s.Blocks.Leaves() {
		if leaf.Kind != document.Figure && s.Text[leaf.Source[0]:leaf.Source[1]] != leaf.Plain() {
			t.Errorf("%q is not at %v of %q", leaf.Plain(), leaf.Source, s.Text)
		}
	}
}
