package document

import (
	"testing"

	"pgregory.net/rapid"
)

// Offsets of the prose are those by which Split cuts.
func TestProseIsAsLongAsFlat(t *testing.T) {
	parts := rapid.SampledFrom([]string{"The fee。", " is 20… ", "`a.b.c`", " [1]", "[see v1.2。x](https://saved.example/)", "**bold.**", "🙂 "})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, part := range rapid.SliceOfN(parts, 1, 8).Draw(t, "parts") {
			text += part
		}
		Reader{Matches: 1, Known: func(string) bool { return true }}.Parse(text).Each(func(spans []Span) {
			if flat, prose := flat(spans), Prose(spans); len(flat) != len(prose) {
				t.Fatalf("%q and %q", flat, prose)
			}
		})
	})
	spans := []Span{{Text: "See "}, {Code: true, Text: "a.b"}, {Cite: 1}, {Text: "v1.2", Link: "https://saved.example/"}, {Text: ". So"}}
	if got := Prose(spans); got != "See x v1x2. So" {
		t.Errorf("got %q", got)
	}
}
