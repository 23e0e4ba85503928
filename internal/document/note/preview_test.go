package note_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"engram/internal/document/note"
)

func TestPreview(t *testing.T) {
	for _, c := range []struct{ title, in, want string }{
		{"words alone are no markup", "Buy milk, and eggs.\n\nOr bread - maybe.", ""},
		{"signs that turn out to be none", "2 * 3 = 6 @ 7", ""},
		{"a style", "Buy **milk**", "Buy milk"},
		{"a list", "- a\n- b", "a|b"},
		{"a link", "see https://x.example", "see https://x.example"},
	} {
		t.Run(c.title, func(t *testing.T) {
			var words []string
			for leaf := range note.Preview(c.in).Leaves() {
				words = append(words, leaf.Plain())
			}
			if got := strings.Join(words, "|"); got != c.want {
				t.Errorf("%q shows %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestPreviewsAreSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jot := strings.Repeat(jotted.Draw(t, "note")+"\n", rapid.IntRange(1, 200).Draw(t, "times"))
		preview := note.Preview(jot)
		leaves, characters := 0, 0
		for leaf := range preview.Leaves() {
			leaves, characters = leaves+1, characters+utf8.RuneCountInString(leaf.Plain())
		}
		if encoded, _ := json.Marshal(preview); leaves > 12 || characters > 2000 || len(encoded) > 32<<10 {
			t.Fatalf("%d leaves with %d characters in %d bytes", leaves, characters, len(encoded))
		}
	})
}

const rich = "# Sourdough\n\nFeed it **twice** a day, see [the book](https://bread.example/book).\n\n- [ ] flour, 50 g\n- [x] water\n\n> Yeast eats twice.\n\n```sh\nbake --at 230\n```\n\n"

func BenchmarkPreview(b *testing.B) {
	for title, jot := range map[string]string{
		"plain": strings.Repeat("The jar stands in the fridge, and is fed on Sundays. ", 40), "rich": strings.Repeat(rich, 8), "short": "- milk\n- **eggs**\n- bread",
	} {
		b.Run(title, func(b *testing.B) {
			for b.Loop() {
				note.Preview(jot)
			}
		})
	}
}
