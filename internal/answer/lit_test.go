package answer

import (
	"strings"
	"testing"

	"engram/internal/document"
	"engram/internal/recall"
)

func TestCitePlace(t *testing.T) {
	for _, c := range []struct{ title, text, quote, place, want string }{
		{"unchanged words", "It is slow. It ticks at noon.", "It ticks at noon.", "at noon", "at noon"},
		{"emphasis and a link", "Bake [at **175** degrees](http://x.test), then wait.", "Bake at 175 degrees, then wait.", "**175** degrees](http", "175 degrees"},
		{"letters of several bytes", "> *Größe*: **東京** 5 m", "Größe: 東京 5 m", "東京", "東京"},
		{"part of a letter", "Größe", "Größe", "\xb6", "ö"},
		{"the second of two equal sentences", "Call Ann. Later: Call Ann.", "Call Ann.", "Later: Call Ann", "Call Ann"},
		{"what reaches beyond the quote", "It is slow. It ticks.", "It ticks.", "slow. It", "It"},
		{"what is elsewhere", "It is slow. It ticks.", "It ticks.", "slow", ""},
		{"nothing but marks", "It **ticks**.", "It ticks.", "**", ""},
		{"another quote", "It is slow.", "It ticks.", "slow", ""},
	} {
		t.Run("what answers in the quote is known: "+c.title, func(t *testing.T) {
			at := strings.LastIndex(c.text, c.place)
			cite := CitePlace(1, recall.Passage{Text: c.text}, c.quote, [2]int{at, at + len(c.place)})
			if got := string([]rune(c.quote)[cite.Lit[0]:cite.Lit[1]]); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	t.Run("places that are in no passage light nothing", func(t *testing.T) {
		for _, place := range [][2]int{{}, {-1, 0}, {9, 2}, {100, 200}} {
			if c := CitePlace(1, recall.Passage{Text: "It ticks."}, "It ticks.", place); c.Lit != [2]int{} {
				t.Errorf("%v: %v", place, c.Lit)
			}
		}
	})
}

func TestLightInADocument(t *testing.T) {
	citations := []Citation{
		{N: 1, Quote: "It ticks `at 5`.", Lit: [2]int{9, 14}}, {N: 1, Quote: "So it does.", Lit: [2]int{3, 5}}, {N: 2, Quote: "It rings.", Lit: [2]int{3, 80}},
	}
	d := document.Read("Closest I have:\n\n- It ticks `at 5`. [1] So it does. [1]\n- It rings. [2]\n- It ticks `at 5`. [2]")
	Light(d, citations)
	var got []string
	d.Each(func(spans []document.Span) {
		for _, s := range spans {
			if s.Lit {
				got = append(got, s.Text)
			}
		}
	})
	if strings.Join(got, "|") != "at 5|it" {
		t.Errorf("%q", got)
	}
}

func TestLocate(t *testing.T) {
	text := "# Tea\n- **Green**: 2 min. Again.\n\n| a | b |\n|---|---|\n```\nx := 1\n```\nAgain. _Größe_"
	said := Sentences(text, 80)
	var got []string
	for _, at := range Locate(text, said) {
		got = append(got, text[at[0]:at[1]])
	}
	if want := "Tea/Green**: 2 min./Again./a | b/x := 1/Again./Größe"; strings.Join(got, "/") != want {
		t.Errorf("%q", got)
	}
	if at := Locate(text, []Sentence{{Text: "Coffee"}, {Text: "Again."}}); at[0] != [2]int{} || at[1] == [2]int{} {
		t.Errorf("%v", at)
	}
}
