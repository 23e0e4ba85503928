package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLight(t *testing.T) {
	spans := []Span{{Text: "It costs "}, {Text: "£240", Bold: true}, {Text: " a year."}, {Cite: 1}, {Text: " So."}}
	for _, c := range []struct {
		from, to int
		want     []Span
	}{
		{3, 8, []Span{{Text: "It "}, {Text: "costs", Lit: true}, {Text: " "}, {Text: "£240", Bold: true}, {Text: " a year."}, {Cite: 1}, {Text: " So."}}},
		{9, 16, []Span{{Text: "It costs "}, {Text: "£240", Bold: true, Lit: true}, {Text: " a", Lit: true}, {Text: " year."}, {Cite: 1}, {Text: " So."}}},
		{17, 24, []Span{{Text: "It costs "}, {Text: "£240", Bold: true}, {Text: " a "}, {Text: "year.", Lit: true}, {Cite: 1}, {Text: " S", Lit: true}, {Text: "o."}}},
		{-3, 0, spans}, {5, 5, spans}, {90, 99, spans},
	} {
		if diff := cmp.Diff(c.want, Light(spans, c.from, c.to)); diff != "" {
			t.Errorf("%d to %d: %s", c.from, c.to, diff)
		}
	}
}

func TestWhatIsLitIsWrittenAsBefore(t *testing.T) {
	fragment := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a_b", "`x y`", "**", "[1]", "www.", "://", "&amp;", "!", "\\"}))
	rapid.Check(t, func(t *rapid.T) {
		saved := SavedProse(fragment.Draw(t, "one") + fragment.Draw(t, "two"))
		n := len(Plain(saved))
		from, to := rapid.IntRange(0, n).Draw(t, "from"), rapid.IntRange(0, n).Draw(t, "to")
		d := Document{{Kind: Paragraph, Spans: saved}}
		want := d.Markdown()
		d[0].Spans = Light(saved, from, to)
		if got := d.Markdown(); got != want {
			t.Fatalf("%q, not %q", got, want)
		}
	})
}
