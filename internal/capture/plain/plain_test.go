package plain

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/document"
)

func TestReadText(t *testing.T) {
	long := strings.Repeat("long ", 50)
	for name, tt := range map[string]struct {
		url, body string
		want      capture.Document
	}{
		"markdown": {"https://example.com/README.md", "\n# The Title #\r\n\r\nFirst   line\r\n  indented\r\n\r\n\r\n\r\nlast\r\n",
			capture.Document{Title: "The Title", Description: "# The Title #", Sections: []capture.Section{{Text: "# The Title #\n\nFirst   line\n  indented\n\nlast"}}}},
		"a short first line": {"https://example.com/x.txt", "Ode to a test\n\nO test", capture.Document{Title: "Ode to a test",
			Description: "Ode to a test", Sections: []capture.Section{{Text: "Ode to a test\n\nO test"}}}},
		"a long first line": {"https://example.com/notes.txt?x=1", long, capture.Document{Title: "notes.txt",
			Description: strings.TrimSpace(long), Sections: []capture.Section{{Text: strings.TrimSpace(long)}}}},
		"front matter": {"https://example.com/post.md", "---\nlang: en\ntitle: \"On bread\"\n---\nWords.", capture.Document{Title: "On bread",
			Description: "Words.", Sections: []capture.Section{{Text: "Words."}}}},
		"a heading in tags": {"https://example.com/README.md", "<h1 align=\"center\">\n  The <b>tool</b>\n</h1>\n\nIt cuts.", capture.Document{Title: "The tool",
			Description: "<h1 align=\"center\"> The <b>tool</b> </h1>", Sections: []capture.Section{{Text: "<h1 align=\"center\">\n  The <b>tool</b>\n</h1>\n\nIt cuts."}}}},
		"a comment in code": {"https://example.com/README.md", "Notes\n\n```\n# no heading\n```\n", capture.Document{Title: "Notes",
			Description: "Notes", Sections: []capture.Section{{Text: "Notes\n\n```\n# no heading\n```"}}}},
		"a table": {"https://example.com/rows.csv", "a,b\n1,2", capture.Document{Title: "rows.csv", Description: "a,b 1,2", Sections: []capture.Section{{Text: "a,b\n1,2"}}}},
		"data":    {"https://example.com/data.json", `{"a":1}`, capture.Document{Title: "data.json", Description: `{"a":1}`, Sections: []capture.Section{{Text: `{"a":1}`}}}},
		"nothing": {"https://example.com", " \n", capture.Document{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(capture.Page{URL: tt.url, Body: []byte(tt.body)})
			for i := range got.Sections {
				got.Sections[i].Blocks = nil
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMarkdownFilesHaveBlocks(t *testing.T) {
	for _, c := range []struct {
		url, media string
		want       document.Kind
	}{
		{"https://example.com/README.md", "text/plain", document.Heading},
		{"https://example.com/readme", "text/markdown; charset=utf-8", document.Heading},
		{"https://example.com/notes.txt", "text/plain", ""},
	} {
		s := read(capture.Page{URL: c.url, ContentType: c.media, Body: []byte("# Bread\n\nIt is\nbaked.")}).Sections[0]
		switch {
		case c.want == "" && len(s.Blocks) == 0:
		case len(s.Blocks) != 2 || s.Blocks[0].Kind != c.want || s.Blocks[1].Plain() != "It is baked.":
			t.Errorf("%s: %+v", c.url, s.Blocks)
		case s.Text[s.Blocks[1].Source[0]:s.Blocks[1].Source[1]] != "It is\nbaked.":
			t.Errorf("%s: the paragraph is at %v", c.url, s.Blocks[1].Source)
		}
	}
}
