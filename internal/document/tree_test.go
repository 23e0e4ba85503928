package document_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/document"
)

func said(words string) document.Block { return document.Say(words) }

func TestLeavesAreInReadingOrder(t *testing.T) {
	cell := func(s string) document.Cell { return document.Cell{{Text: s}} }
	doc := document.Document{
		{Kind: document.Heading, Spans: []document.Span{{Text: "a"}}},
		{Kind: document.Rule},
		{Kind: document.List, Items: []document.Document{{said("b")}, {said("c"), {Kind: document.Code, Text: "d"}}}},
		{Kind: document.Quote, Blocks: document.Document{said("e")}},
		{
			Kind: document.Table, Spans: []document.Span{{Text: "f"}},
			Rows: [][]document.Cell{{cell("g"), cell("h")}, {cell("i"), cell("j")}},
		},
		{Kind: document.Figure, Spans: []document.Span{{Text: "k"}}},
	}
	var got []string
	for leaf := range doc.Leaves() {
		got = append(got, leaf.Plain())
	}
	if want := []string{"a", "b", "c", "d", "e", "f\ng\th\ni\tj", "k"}; !slices.Equal(got, want) {
		t.Errorf("leaves %q, want %q", got, want)
	}
}

func TestParagraphsOfATextKnowTheirSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-cä \n]|\n\n){0,40}`).Draw(t, "text")
		var words []string
		for leaf := range document.FromText(text).Leaves() {
			if got := text[leaf.Source[0]:leaf.Source[1]]; got != leaf.Plain() || strings.TrimSpace(got) == "" {
				t.Fatalf("source %q, paragraph %q", got, leaf.Plain())
			}
			words = append(words, strings.Fields(leaf.Plain())...)
		}
		if want := strings.Fields(text); !slices.Equal(words, want) {
			t.Fatalf("words %q, want %q", words, want)
		}
	})
}

func TestTreesAreBounded(t *testing.T) {
	deep := document.Document{said("inside")}
	for range 1000 {
		deep = document.Document{{Kind: document.Quote, Blocks: deep}}
	}
	levels, at := 0, deep.Bounded()
	for at[0].Kind == document.Quote {
		levels, at = levels+1, at[0].Blocks
	}
	if levels != document.MaxNested || at[0].Plain() != "inside" {
		t.Errorf("%d levels around %q, want %d around the text", levels, at[0].Plain(), document.MaxNested)
	}
	wide := slices.Repeat(document.Document{said("x")}, 3*document.MaxBlocks)
	if n := len(wide.Bounded()); n != document.MaxBlocks {
		t.Errorf("%d blocks, want %d", n, document.MaxBlocks)
	}
}
