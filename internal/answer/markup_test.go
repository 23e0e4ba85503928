package answer

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"# Boat **insurance** #":             "Boat insurance",
		"Boat\n====":                         "Boat",
		"> - [x] *call* the __bank__":        "call the bank",
		"3. 4 eggs":                          "4 eggs",
		"| rent | 940 |\n| --- | ---: |":     "rent · 940",
		"[the lease](https://x.test/a(b)c)":  "the lease",
		"![a pond](pond.jpg \"Pond\") here":  "a pond here",
		"~~old~~ new":                        "old new",
		"`a * b * c` and ``d`e``":            "`a * b * c` and ``d`e``",
		"```go\nx := *p * *q // **no**\n```": "x := *p * *q // **no**",
		"2 * 3 * 4, snake_case_name, 5*3*2":  "2 * 3 * 4, snake_case_name, 5*3*2",
		"f(*args, **kwargs)":                 "f(*args, **kwargs)",
		"#golang is great, a < b > c":        "#golang is great, a < b > c",
		"see [1] and [a] (b)":                "see [1] and [a] (b)",
	} {
		if got := oneLine(Plain(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	got := Sentences("# Trip\nWe left at six. It rained.\n\n**Packing**\n- tent\n- stove. Gas too.\n\n| a | b |\n```\nls **\n```\n---", 80)
	want := []Sentence{
		{Text: "Trip", Heading: true, Opens: true}, {Text: "We left at six.", Opens: true}, {Text: "It rained."},
		{Text: "Packing", Heading: true, Opens: true}, {Text: "tent", Listed: true, Opens: true}, {Text: "stove.", Listed: true, Opens: true},
		{Text: "Gas too."}, {Text: "a · b", Listed: true, Opens: true}, {Text: "ls **", Code: true, Opens: true},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

// markedUp generates texts with markup and its lookalikes.
var markedUp = rapid.Map(rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
	"# ", "**", "*", "_", "`", "```\n", "| a |", "\n", "\n\n", "- ", "> ", "[a](b)", "](", "---\n", "===", "word ", "Word. ", "it: \n", "\xff",
})), 0, 20), func(parts []string) string { return strings.Join(parts, "") })

func TestEverySentenceIsInItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := markedUp.Draw(t, "text")
		for _, s := range Sentences(text, 20) {
			if !Holds(text, s.Text) {
				t.Fatalf("%q is not in %q", s.Text, text)
			}
		}
	})
}
