package capture

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/document"
)

func TestBlocksAreFoundInThePassages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringMatching(`[a-zäß]{1,9}`)
		paragraph := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(words, 1, 90).Draw(t, "words"), " ")
		})
		page := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(paragraph, 0, 6).Draw(t, "paragraphs"), "\n\n")
		})
		var sections []Section
		for i, text := range rapid.SliceOfN(page, 0, 4).Draw(t, "pages") {
			sections = append(sections, Section{Page: i + 1, Text: text})
		}
		passages, doc := split(sections)
		for leaf := range doc.Leaves() {
			if leaf.From == nil {
				t.Fatalf("%q has no place", leaf.Plain())
			}
			p := passages[leaf.From.Passage]
			rest := string([]rune(p.Text)[leaf.From.Offset:])
			if begin := strings.Fields(leaf.Plain())[0]; !strings.HasPrefix(rest, begin) || p.Page != leaf.Page {
				t.Fatalf("page %d has %q at the place of %q of page %d", p.Page, rest, leaf.Plain(), leaf.Page)
			}
		}
	})
}

func TestSectionsWithBlocksKeepThem(t *testing.T) {
	text := "Head\n\nOne and two."
	blocks := document.Document{
		{Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: "Head"}}, Source: [2]int{0, 4}},
		{Kind: document.Figure, Image: &document.Image{Alt: "A tree"}},
		{Kind: document.Paragraph, Spans: []document.Span{{Text: "One "}, {Text: "and two.", Bold: true}}, Source: [2]int{6, 18}},
	}
	_, doc := split([]Section{{Text: "First."}, {Text: text, Second: 30, Blocks: blocks}})
	if len(doc) != 4 || doc[1].Kind != document.Heading || doc[3].Second != 30 {
		t.Fatalf("blocks are not kept: %+v", doc)
	}
	if doc[2].From != nil {
		t.Errorf("a picture without words has the place %v", *doc[2].From)
	}
	if got, want := *doc[3].From, (document.Place{Passage: 1, Offset: 6}); got != want {
		t.Errorf("place %v, want %v", got, want)
	}
}
