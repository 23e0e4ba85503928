package odt

import (
	"bytes"
	"errors"
	"strings"
	"testing"

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

func TestMarkdown(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"headings and styles": {
			`<text:h text:outline-level="2">Beds</text:h><text:p text:style-name="Quotations">So said.</text:p>` +
				`<text:p text:style-name="P1">a<text:s text:c="3"/>b</text:p><text:p text:style-name="P1">c</text:p>`,
			"## Beds\n\n> So said.\n\n```\na   b\nc\n```",
		},
		"words and links": {
			"<text:p>A <text:span text:style-name=\"T1\">bold</text:span>\n  word, <text:a xlink:href=\"https://example.com/x\">a link</text:a>, <text:a xlink:href=\"../x\">none</text:a></text:p>",
			"A **bold** word, [a link](<https://example.com/x>), none",
		},
		"raised words": {`<text:p>10<text:span text:style-name="T2">3</text:span></text:p>`, "10<sup>3</sup>"},
		"lists": {
			`<text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item>` +
				`<text:list-item><text:p>two</text:p></text:list-item></text:list>`,
			"1. one\n   - inner\n2. two",
		},
		"a table whose rows go on for ever": {
			`<table:table><table:table-row><table:table-cell><text:p>Leeks</text:p></table:table-cell><table:table-cell><text:p>4</text:p></table:table-cell>` +
				`<table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row></table:table>`,
			"| Leeks | 4 |\n| --- | --- |",
		},
		"a note": {
			`<text:p>Sown<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In April.</text:p></text:note-body></text:note>.</text:p>`,
			"Sown[^note-1].\n\n[^note-1]: In April.",
		},
		"no contents, changes or remarks": {
			`<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:table-of-content><text:index-body><text:p>Beds 1</text:p></text:index-body></text:table-of-content>` +
				`<text:p>Kept<office:annotation><text:p>remark</text:p></office:annotation></text:p>`,
			"Kept",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := read(t, capturetest.OpenText(test.body))
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

func placed(t *testing.T, s capture.Section) {
	t.Helper()
	for leaf := range s.Blocks.Leaves() {
		if got := s.Text[leaf.Source[0]:leaf.Source[1]]; leaf.Kind != document.Figure && got != leaf.Plain() {
			t.Errorf("%q is placed at %q", leaf.Plain(), got)
		}
	}
}

func TestEmbeddedPictures(t *testing.T) {
	d, err := read(t, capturetest.OpenText(`<text:p>x<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>A bed</svg:desc></draw:frame></text:p>`,
		"Pictures/a.png", "\x89PNG\r\n\x1a\n"))
	if err != nil || len(d.Sections[0].Blocks) != 2 {
		t.Fatal(d, err)
	}
	if image := d.Sections[0].Blocks[1].Image; image.Alt != "A bed" || image.Address != "data:image/png;base64,iVBORw0KGgo=" {
		t.Errorf("%+v", image)
	}
}

func TestRefused(t *testing.T) {
	for name, test := range map[string]struct {
		file []byte
		says string
	}{
		"no ZIP":     {[]byte("x"), flow.MsgDamaged},
		"no text":    {capturetest.OpenText("<text:p/>"), flow.MsgEmpty},
		"a password": {capturetest.OpenText("<text:p>x</text:p>", "META-INF/manifest.xml", "<m:encryption-data/>"), msgEncrypted},
		"entities":   {capturetest.Packed("content.xml", `<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>`), flow.MsgDamaged},
		"levels":     {capturetest.OpenText(strings.Repeat("<text:section>", 1000)), flow.MsgDamaged},
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
	f.Add(`<text:h text:outline-level="2">Beds</text:h><text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>`)
	f.Fuzz(func(t *testing.T, body string) {
		d, err := read(t, capturetest.OpenText(body))
		if err != nil {
			return
		}
		for _, s := range d.Sections {
			placed(t, s)
		}
	})
}
