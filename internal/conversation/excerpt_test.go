package conversation

import (
	"strings"
	"testing"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/document"
)

func TestPlain(t *testing.T) {
	for markdown, want := range map[string]string{
		"Feed it **twice** a week [1]. It is so [?].":                   "Feed it twice a week. It is so.",
		"# Head\n\n- one\n- two\n\n> said\n1. first":                    "Head one two said first",
		"see [the *page*](https://example.com/a_b) ![x](http://e.com)!": "see the page x!",
		"| a | b |\n| --- | :-: |\n| 1 | `x` |":                         "a b 1 x",
		`3 \* 4 \[so\] snake_case ~~gone~~`:                             "3 * 4 [so] snake_case gone",
		"  \n ":                                                         "",
	} {
		if got := plain(document.Read(markdown)); got != want {
			t.Errorf("%q: got %q, want %q", markdown, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	turn := func(question, markdown string) Turn {
		return Turn{Question: question, Answer: answer.Answer{Blocks: document.Read(markdown)}}
	}
	long := strings.Repeat("words before it that say little ", 20) + "the Käsekuchen bakes for an hour"
	wide := strings.Repeat("Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf ", 6)
	for _, test := range []struct {
		title string
		turn  Turn
		words []string
		want  string
	}{
		{"the beginning of the answer", turn("Why?", "It is **so** [1]."), nil, "It is so."},
		{"the question of a withdrawn answer", turn("Why\n that?", ""), nil, "Why that?"},
		{"empty for an empty turn", Turn{}, []string{"x"}, ""},
		{"the question that was hit", turn("Which bread?", "Rye."), []string{"bread"}, "Which bread?"},
		{"the text with most hits", turn("a red boat", "a boat"), []string{"red", "boat"}, "a red boat"},
		{"the answer where both were hit", turn("a red boat", "A boat, red."), []string{"red", "boat"}, "A boat, red."},
		{"the words around the hit", turn("x", long), []string{"kasek"}, "… before it that say little the Käsekuchen bakes for an hour"},
		{"the hit behind long words", turn("x", wide+"bread"), []string{"bread"}, "… bread"},
		{
			"the hit within an address", turn("x", "https://example.com/"+strings.Repeat("a/b/c/", 40)+"bread/of/rye"), []string{"bread"},
			"… /b/c/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/bread/of/rye",
		},
		{
			"the hit in writing without blanks", turn("x", strings.Repeat("いろは", 100)+"東京です"), []string{"東京"},
			"… ろは" + strings.Repeat("いろは", 6) + "東京です",
		},
	} {
		t.Run("an excerpt is "+test.title, func(t *testing.T) {
			if got := excerptOf(test.turn, test.words); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("[a](b) **c** | d", "a")
	f.Add(strings.Repeat("é", 300), "é")
	f.Add(strings.Repeat("\x80", 300), "é")
	f.Fuzz(func(t *testing.T, s, word string) {
		got := excerptOf(Turn{Question: s, Answer: answer.Answer{Blocks: document.Read(s)}}, []string{word})
		if len(got) > excerptLength+len("… ")+len(" …") {
			t.Errorf("%d bytes", len(got))
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q is broken", got)
		}
	})
}
