package highlight

import (
	"fmt"
	"testing"

	"engram/internal/document"
)

// paragraphs returns a text of paragraphs, each the beginning of a passage.
func paragraphs(texts ...string) *Text {
	t := &Text{}
	for i, text := range texts {
		b := document.Say(text)
		b.From = &document.Place{Passage: i}
		t.Add(document.Document{b})
	}
	return t
}

func at(leaf, from, to int) Range { return Range{Position{leaf, from}, Position{leaf, to}} }

// marked returns a highlight of a range of the text.
func (t *Text) marked(r Range) Highlight { return Highlight{Quote: t.between(r), Place: t.placed(r)} }

func TestPlace(t *testing.T) {
	passage := func(n int) *int { return &n }
	text := paragraphs("Der Käse ist 🧀 gut.", "a b a b", "“Yes”, she said. Yes.", "列表很长。列表", "\u00a0")
	for _, c := range []struct {
		title string
		draft Draft
		want  Range
		quote string
	}{
		{"at the place given", Draft{Range: at(1, 4, 5), Quote: "a"}, at(1, 4, 5), "a"},
		{"offsets count characters", Draft{Range: at(0, 13, 18), Quote: "🧀 gut"}, at(0, 13, 18), "🧀 gut"},
		{"over several leaves, white space aside", Draft{Range: Range{Position{0, 15}, Position{1, 1}}, Quote: "gut.a"}, Range{Position{0, 15}, Position{1, 1}}, "gut.\na"},
		{"without blanks at its ends", Draft{Range: Range{Position{1, 3}, Position{2, 0}}, Quote: " a b\n"}, at(1, 4, 7), "a b"},
		{"the nearest where the place says something else", Draft{Range: at(1, 6, 7), Quote: "a"}, at(1, 4, 5), "a"},
		{"elsewhere by its words, with its quotation marks", Draft{Range: at(9, 0, 5), Quote: "“Yes”,"}, at(2, 0, 6), "“Yes”,"},
		{"by its letters where a browser wrote other marks", Draft{Range: at(2, 0, 5), Quote: `"Yes"`}, at(2, 1, 4), "Yes"},
		{"whole words first", Draft{Range: at(0, 0, 3), Quote: "st"}, Range{}, ""},
		{"within a text without spaces", Draft{Range: at(0, 0, 2), Quote: "很长"}, at(3, 2, 4), "很长"},
		{"by a place in a passage", Draft{Passage: passage(1), Span: [2]int{4, 7}, Quote: "a b"}, at(1, 4, 7), "a b"},
		{"not where there is nothing to see", Draft{Range: at(4, 0, 1), Quote: "\u00a0"}, Range{}, ""},
		{"not where the words are not", Draft{Range: at(0, 0, 3), Quote: "Das"}, Range{}, ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			got, quote, found := text.Place(c.draft)
			if got.Range != c.want || quote != c.quote || found != (quote != "") {
				t.Errorf("placed at %v with %q, want %v with %q", got.Range, quote, c.want, c.quote)
			}
		})
	}
}

func TestWordsOfAPicture(t *testing.T) {
	figure := document.Block{
		Kind: document.Figure, Page: 3, Spans: []document.Span{{Text: "The square at noon."}},
		Image: &document.Image{Alt: "A market with\n red awnings", Said: &document.Place{Passage: 2}},
	}
	text := paragraphs("One.", "Two.")
	text.Add(document.Document{figure})
	passage, other := 2, 1

	place, quote, found := text.Place(Draft{Passage: &passage, Quote: "market with red awnings"})
	want := Place{Range: at(2, 0, 0), Passage: 2, Page: 3}
	if !found || place != want || quote != "market with red awnings" {
		t.Fatalf("placed at %+v with %q", place, quote)
	}
	if again := text.Again(Highlight{Quote: quote, Place: place}); again != want {
		t.Errorf("found again at %+v", again)
	}
	if _, _, found := text.Place(Draft{Passage: &other, Quote: "market with red awnings"}); found {
		t.Error("words of a picture are found in a passage of text")
	}
	text = paragraphs("One.")
	if again := text.Again(Highlight{Quote: quote, Place: place}); !again.Orphaned || again.Start != want.Start {
		t.Errorf("without the picture it is placed at %+v", again)
	}
	figure.Image = &document.Image{Alt: figure.Image.Alt, Said: &document.Place{Passage: 1}}
	text.Add(document.Document{figure})
	if again := text.Again(Highlight{Quote: quote, Place: place}); again.Orphaned || again.Start.Leaf != 1 || again.Passage != 1 {
		t.Errorf("in another place of the document it is at %+v", again)
	}
}

func TestPlaceKnowsItsSource(t *testing.T) {
	text := &Text{}
	item := document.Say("in a list")
	item.From = &document.Place{Passage: 7, Offset: 3}
	text.Add(document.Document{
		{Kind: document.Paragraph, Spans: []document.Span{{Text: "alone"}}, Page: 1},
		{Kind: document.List, Items: []document.Document{{item}}, Page: 2, Second: 5},
	})
	got := text.placed(at(1, 5, 9))
	if got.Page != 2 || got.Second != 5 || got.Passage != 7 || got.Prefix != "alone\nin a " || got.Suffix != "" {
		t.Errorf("placed at %+v", got)
	}
}

func TestAgain(t *testing.T) {
	before := paragraphs("Read more", "The jar stands in the fridge.", "Read more", "It is full.")
	jar, second, full := before.marked(at(1, 4, 7)), before.marked(at(2, 0, 9)), before.marked(at(3, 0, 11))
	for _, c := range []struct {
		title string
		now   *Text
		of    Highlight
		want  Range
	}{
		{"nothing moves in the same document", before, second, second.Place.Range},
		{"words move with what is put before them", paragraphs("New!", "Read more", "The jar stands in the fridge."), jar, at(2, 4, 7)},
		{"the context tells places with the same words apart", paragraphs("Read more", "It is full.", "Read more"), second, at(0, 0, 9)},
		{"white space and marks may change", paragraphs("It\u00a0is\nfull!"), full, at(0, 0, 10)},
		{"blocks may be joined", paragraphs("Lid: It is full. Jar."), full, at(0, 5, 16)},
		{"a part of a word is not the word", paragraphs("The ajar door."), jar, Range{}},
	} {
		t.Run(c.title, func(t *testing.T) {
			got := c.now.Again(c.of)
			if c.want == (Range{}) {
				c.want = c.of.Place.Range
				if !got.Orphaned {
					t.Errorf("found at %v", got.Range)
				}
			}
			if got.Range != c.want {
				t.Errorf("found at %v, want %v", got.Range, c.want)
			}
		})
	}

	t.Run("what is gone is kept as it was, and found when it comes back", func(t *testing.T) {
		gone := jar
		gone.Place = paragraphs("Nothing of it.").Again(jar)
		want := jar.Place
		want.Orphaned = true
		if gone.Place != want {
			t.Errorf("left is %+v", gone.Place)
		}
		if back := before.Again(gone); back != jar.Place {
			t.Errorf("it comes back at %+v", back)
		}
	})

	t.Run("hundreds that overlap are each found", func(t *testing.T) {
		var words string
		for i := range 200 {
			words += fmt.Sprintf("word %d, ", i)
		}
		was := paragraphs(words)
		now := paragraphs("An introduction.", words)
		for i := range 600 {
			h := was.marked(was.trimmed(at(0, i, i+100)))
			want := h.Place.Range
			want.Start.Leaf, want.End.Leaf = 1, 1
			if got := now.Again(h); got.Range != want {
				t.Fatalf("%v is found at %v", h.Place.Range, got.Range)
			}
		}
	})
}

func TestInReadingOrder(t *testing.T) {
	h := func(id string, leaf int, orphaned bool) Highlight {
		return Highlight{ID: id, Place: Place{Range: at(leaf, 0, 1), Orphaned: orphaned}}
	}
	all := []Highlight{h("d", 0, true), h("c", 2, false), h("b", 1, false), h("a", 1, false)}
	inReadingOrder(all)
	var ids string
	for _, one := range all {
		ids += one.ID
	}
	if ids != "abcd" {
		t.Errorf("sorted %s", ids)
	}
}
