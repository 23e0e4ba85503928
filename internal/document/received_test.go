package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReceived(t *testing.T) {
	place := &Place{Passage: 1, Offset: 2}
	whole := func() Document {
		return Document{
			{Kind: Heading, Level: 2, Spans: []Span{{Text: "Tea", Bold: true}}, Anchor: "a", Page: 3, From: place},
			{Kind: Paragraph, Spans: []Span{{Text: "hills", Link: "https://tea.example/"}, {Text: "1", Script: Super, Ref: "a"}, {Text: "us", Link: "mailto:us@tea.example"}}, Second: 4},
			{Kind: List, Ordered: true, Start: 2, Items: []Document{{{Kind: Paragraph, Spans: []Span{{Text: "x"}}, Task: Done}}}},
			{Kind: Quote, Blocks: Document{{Kind: Code, Text: "x", Language: "go"}, {Kind: Rule}}},
			{Kind: Table, Spans: []Span{{Text: "c"}}, Rows: [][]Cell{{{{Text: "a"}}, nil}, {nil, {{Text: "b"}}}}, Align: []Align{Left, None}},
			{Kind: Figure, Image: &Image{Address: "https://tea.example/x.jpg", Key: "ab12", Alt: "A hill", Said: place, Width: 4, Height: 5}, Spans: []Span{{Text: "c"}}},
		}
	}
	got, ok := whole().Received()
	if diff := cmp.Diff(whole(), got); !ok || diff != "" {
		t.Error(ok, diff)
	}
	changed, ok := Document{
		{Kind: Paragraph, Level: 4, Text: "hidden", Spans: []Span{{Text: "run", Link: "javascript:run()", Lit: true}}},
		{Kind: Figure, Image: &Image{Address: "file:///etc/passwd", Key: "../../x", URL: "/api/v1/other", Coming: true}},
	}.Received()
	if diff := cmp.Diff(Document{{Kind: Paragraph, Spans: []Span{{Text: "run"}}}, {Kind: Figure, Image: &Image{}}}, changed); !ok || diff != "" {
		t.Error(ok, diff)
	}
	deep := Document{Say("x")}
	for range MaxNested {
		deep = Document{{Kind: Quote, Blocks: deep}}
	}
	if _, ok := deep.Received(); !ok {
		t.Error("the deepest tree is refused")
	}
	for name, d := range map[string]Document{
		"unknown":    {{Kind: "script"}},
		"no level":   {{Kind: Heading}},
		"a mark":     {{Kind: Paragraph, Spans: []Span{{Cite: 1}}}},
		"no task":    {{Kind: Paragraph, Task: "x"}},
		"no script":  {{Kind: Paragraph, Spans: []Span{{Script: "x"}}}},
		"no place":   {{Kind: Paragraph, From: &Place{Passage: -1}}},
		"uneven":     {{Kind: Table, Rows: [][]Cell{{nil}, {nil, nil}}}},
		"no align":   {{Kind: Table, Rows: [][]Cell{{nil}}, Align: []Align{"x"}}},
		"in a list":  {{Kind: List, Items: []Document{{{Kind: "x"}}}}},
		"in a quote": {{Kind: Quote, Blocks: Document{{Kind: "x"}}}},
		"too deep":   {{Kind: List, Items: []Document{deep}}},
		"no picture": {{Kind: Figure, Image: &Image{Width: -1}}},
	} {
		if _, ok := d.Received(); ok {
			t.Errorf("%s is received", name)
		}
	}
}
