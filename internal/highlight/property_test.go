package highlight

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/document"
)

// someLeaves draws leaves of few words, so that words repeat.
func someLeaves(t *rapid.T, name string) []string {
	word := rapid.SampledFrom([]string{"jar", "ajar", "Käse", "的", "🧀", "it's", "“so”", "12", "e\u0301", "مرحبا", "-"})
	leaf := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, 8).Draw(t, "words"), rapid.SampledFrom([]string{" ", "  ", "\t", "\n"}).Draw(t, "blank"))
	})
	return rapid.SliceOfN(leaf, 1, 6).Draw(t, name)
}

// someRange draws a range of a text that has something to see.
func someRange(t *rapid.T, text *Text) Range {
	position := func(name string) Position {
		leaf := rapid.IntRange(0, len(text.leaves)-1).Draw(t, name)
		return Position{leaf, rapid.IntRange(0, len([]rune(text.leaves[leaf].text))).Draw(t, name+" offset")}
	}
	r := Range{position("start"), position("end")}
	if r.End.before(r.Start) {
		r.Start, r.End = r.End, r.Start
	}
	if !r.Start.before(r.End) || keyOf(text.between(r), visible) == "" {
		t.Skip("nothing is marked")
	}
	return text.trimmed(r)
}

func TestPlacedWhereItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := paragraphs(someLeaves(t, "leaves")...)
		r := someRange(t, text)
		got, quote, found := text.Place(Draft{Range: r, Quote: strings.Join(strings.Fields(text.between(r)), " ")})
		if !found || got.Range != r || quote != text.between(r) {
			t.Fatalf("placed at %v with %q, want %v", got.Range, quote, r)
		}
	})
}

func TestFoundIfItsWordsAreThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was := paragraphs(someLeaves(t, "leaves")...)
		h := was.marked(someRange(t, was))
		before, after := someLeaves(t, "new before"), someLeaves(t, "new behind")

		// Everything around the words changes, and the white space in them.
		quote := strings.Join(strings.Fields(h.Quote), " ")
		now := paragraphs(append(append(before, quote), after...)...)
		place := now.Again(h)
		if place.Orphaned || keyOf(now.between(place.Range), letters) != keyOf(h.Quote, letters) {
			t.Fatalf("%q is not found among %+v", h.Quote, now.leaves)
		}

		h.Place = place
		if again := now.Again(h); again != place {
			t.Fatalf("it moves from %+v to %+v", place, again)
		}

		// Its words leave.
		bare := paragraphs(append(before, after...)...)
		inBare := strings.Contains(bare.by(visible).key, keyOf(h.Quote, visible)) ||
			keyOf(h.Quote, letters) != "" && strings.Contains(bare.by(letters).key, keyOf(h.Quote, letters))
		left := bare.Again(h)
		if !left.Orphaned && !inBare {
			t.Fatalf("%q is found in %+v", h.Quote, bare.leaves)
		}
		if h.Place = left; now.Again(h).Orphaned {
			t.Fatalf("%q does not come back", h.Quote)
		}
	})
}

func FuzzPlace(f *testing.F) {
	f.Add("The jar stands.\n\nIt is full.", "jar", "The ", " stands.", 0, 4)
	f.Add("的列表\n\n🧀", "列", "", "", 7, -3)
	f.Add("a\xffb\n\n\x00", "\xff", "a", "b", 1<<40, 1<<40)
	f.Add(strings.Repeat("a", 500), "a", strings.Repeat("a", 99), "a", 0, 250)
	f.Fuzz(func(t *testing.T, body, quote, prefix, suffix string, leaf, offset int) {
		text := &Text{}
		text.Add(document.FromText(body))
		near := Position{leaf, offset}
		for _, place := range []Place{
			text.Again(Highlight{Quote: quote, Place: Place{Range: Range{near, Position{leaf, offset + len(quote)}}, Prefix: prefix, Suffix: suffix}}),
			first(text.Place(Draft{Range: Range{Start: near}, Quote: quote})),
			first(text.Place(Draft{Passage: &leaf, Span: [2]int{offset, offset}, Quote: quote})),
		} {
			if place == (Place{}) || place.Orphaned {
				continue
			}
			if !text.holds(place.Range) || keyOf(text.between(place.Range), letters) != keyOf(quote, letters) {
				t.Fatalf("%q is placed at %+v of %q", quote, place, body)
			}
		}
	})
}

func first(p Place, _ string, _ bool) Place { return p }
