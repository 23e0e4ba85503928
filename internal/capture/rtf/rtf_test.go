package rtf

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/fault"
	"engram/internal/memory"
)

func read(t testing.TB, file string) (capture.Document, error) {
	t.Helper()
	return Reader{}.ReadFile(t.Context(), bytes.NewReader([]byte(file)), memory.Bookmark{})
}

func TestMarkdown(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"characters in code pages":  {`\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2 {\f1 \'82\'a0}\par \u8364?5 \emdash  \u-10179?\u-8704?`, "Привет あ\n\n€5 — 😀"},
		"emphasis":                  {`A {\b bold} and \i slanted\i0  word\par a\line b`, "A **bold** and *slanted* word\n\na  \nb"},
		"raised and lowered words":  {`10{\super 3} of H{\sub 2}O, x\super 2\nosupersub  too`, "10<sup>3</sup> of H<sub>2</sub>O, x<sup>2</sup> too"},
		"headings by style":         {`\pard\s1 The head\par\pard\s0 Words`, "# The head\n\nWords"},
		"a link":                    {`See {\field{\*\fldinst{HYPERLINK "https://example.com/a"}}{\fldrslt the page}}{\field{\*\fldinst PAGE}{\fldrslt 1}}.`, "See [the page](<https://example.com/a>)1."},
		"lists":                     {`\pard{\listtext 1.\tab}one\par\pard\ilvl1{\listtext\bullet\tab}in\par\pard{\listtext 2.\tab}two\par`, "1. one\n   - in\n2. two"},
		"a table":                   {`\trowd\pard\intbl a\cell b\cell\row\trowd\pard\intbl c\cell d\cell\row\pard after\par`, "| a | b |\n| --- | --- |\n| c | d |\n\nafter"},
		"a footnote":                {`Said{\footnote\pard Where.}.\par`, "Said[^note-1].\n\n[^note-1]: Where."},
		"nothing of what is hidden": {`{\header Top}{\pict\bin3 }}}}{\*\unknown x}{\v secret}shown`, "shown"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := read(t, `{\rtf1\ansi{\fonttbl{\f0 Times;}{\f1\fcharset128 Mincho;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}`+test.body+`}`)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, d.Sections[0].Blocks.Markdown()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	d, err := read(t, `{\rtf1{\info{\title The \'e9tude}{\author Ada}{\creatim\yr2004\mo5\dy6\hr7\min8}{\company x}}Words}`)
	want := time.Date(2004, 5, 6, 7, 8, 0, 0, time.UTC)
	if err != nil || d.Title != "The étude" || d.Author != "Ada" || !d.Published.Equal(want) || d.Sections[0].Text != "Words" {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestRefused(t *testing.T) {
	for file, says := range map[string]string{"x": flow.MsgDamaged, `{\rtf1 }`: flow.MsgEmpty, `{\rtf1\bin99999999 `: flow.MsgEmpty} {
		_, err := read(t, file)
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Message != says {
			t.Errorf("%q: %v, want %q", file, err, says)
		}
	}
	if d, err := read(t, `{\rtf1 Words `+strings.Repeat("{", 100_000)); err != nil || d.Remark != flow.MsgCut {
		t.Errorf("deep groups: %q, %v", d.Remark, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{\rtf1{\fonttbl{\f0\fcharset128 x;}}\u8364? \'e9{\footnote x}\trowd a\cell\row}`)
	f.Add(`{\rtf1{\field{\*\fldinst HYPERLINK "https://a.b"}{\fldrslt x}}\par}`)
	f.Fuzz(func(t *testing.T, file string) {
		d, err := read(t, file)
		if err != nil {
			return
		}
		for _, s := range d.Sections {
			for leaf := range s.Blocks.Leaves() {
				if s.Text[leaf.Source[0]:leaf.Source[1]] != leaf.Plain() {
					t.Errorf("%q is not at %v of %q", leaf.Plain(), leaf.Source, s.Text)
				}
			}
		}
	})
}
