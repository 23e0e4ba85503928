package highlight

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/document"
	"engram/internal/memory"
)

// hostile is text that markdown, a spreadsheet or a page would interpret.
const hostile = "=HYPERLINK(\"x\")\t# *bold* [a](javascript:b) <script>\n- one, \"two\"\n1. `three`"

func someFound(quote, remark string) Found {
	return Found{
		Highlight: Highlight{
			MemoryID: "m", Color: Sage, Quote: quote, Remark: remark, CreatedAt: time.Date(2026, 11, 25, 9, 8, 7, 0, time.UTC),
			Place: Place{Page: 4},
		},
		Memory: memory.Memory{Kind: memory.Link, Title: "On *jars*", Site: "Jars & Co", Author: "Ann", URL: "https://example.org/a_b"},
	}
}

func TestMarkdown(t *testing.T) {
	want := "\n## On \\*jars\\*\n\nAnn, Jars & Co, <https://example.org/a_b>\n\n> The jar.\n\nBuy one\n\n*page 4, sage, 2026-11-25*\n"
	if got := markdown(someFound("The jar.", "Buy one"), true, "https://example.org/a_b"); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
	written := markdown(someFound(hostile, hostile), false, "x")
	doc := document.Read(strings.TrimSpace(written))
	if len(doc) != 3 || doc[0].Kind != document.Quote || len(doc[0].Blocks) != 1 {
		t.Fatalf("it reads as %+v", doc)
	}
	for _, spans := range [][]document.Span{doc[0].Blocks[0].Spans, doc[1].Spans} {
		if len(spans) != 1 || keyOf(spans[0].Text, visible) != keyOf(hostile, visible) || spans[0] != (document.Span{Text: spans[0].Text}) {
			t.Errorf("what was marked reads as %+v", spans)
		}
	}
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		title string
		write func(Found, bool, string) string
		comma rune
		of    Found
		want  []string
	}{
		{"Anki has the remark in front", anki, '\t', someFound("The jar.", "Buy one"), []string{
			"Buy one", "The jar.\n\nOn *jars*, page 4\nhttps://example.org/1", "engram engram::sage engram::link",
		}},
		{"or else the title", anki, '\t', someFound("The jar.", ""), []string{
			"On *jars*\nWhat did you highlight here?", "The jar.\n\nOn *jars*, page 4\nhttps://example.org/1", "engram engram::sage engram::link",
		}},
		{"Readwise has the columns of its import", readwise, ',', someFound("The jar.", "Buy one"), []string{
			"The jar.", "On *jars*", "Ann", "https://example.org/1", "Buy one", "4", "2026-11-25 09:08:07",
		}},
		{"no cell is a formula", readwise, ',', someFound(hostile, "@x"), []string{
			"'" + hostile, "On *jars*", "Ann", "https://example.org/1", "'@x", "4", "2026-11-25 09:08:07",
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			reader := csv.NewReader(strings.NewReader(c.write(c.of, true, "https://example.org/1")))
			reader.Comma = c.comma
			rows, err := reader.ReadAll()
			if err != nil || len(rows) != 1 || !slices.Equal(rows[0], c.want) {
				t.Errorf("wrote %q, %v, want %q", rows, err, c.want)
			}
		})
	}
	for _, formula := range []string{"=1", "+1", "-1", "@a", "\ta", "\ra"} {
		if got := cells(",", formula); got != `"'`+formula+`"` {
			t.Errorf("%q is written as %q", formula, got)
		}
	}
}
