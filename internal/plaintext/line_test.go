package plaintext

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"  two\n\n words\t":                   "two words",
		"so\u00adft\u200b":                    "soft",
		"a\u202eb\u2066c":                     "abc",
		"bad \xff byte":                       "bad byte",
		"bell\a":                              "bell",
		"one two three four five":             "one two three four…",
		"aaaaaaaaaaaaaaaaaaaaaaaaa":           "aaaaaaaaaaaaaaaaaaa…",
		"one two three, four. Five and so on": "one two three, four…",
	} {
		if got := OneLine(in, 20); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestCuts holds both ways to cut to what they promise of any text.
func TestCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, limit := rapid.String().Draw(t, "s"), rapid.IntRange(2, 40).Draw(t, "limit")
		for name, cut := range map[string]func(string, int) string{"Shorten": Shorten, "Truncate": Truncate} {
			got := cut(s, limit)
			switch kept, isCut := strings.CutSuffix(got, "…"); {
			case utf8.RuneCountInString(s) <= limit:
				if got != s {
					t.Errorf("%s(%q, %d) cuts what fits: %q", name, s, limit, got)
				}
			case !isCut, utf8.RuneCountInString(got) > limit, !strings.Contains(s, kept), kept != strings.TrimRightFunc(kept, blank(name)):
				t.Errorf("%s(%q, %d) is %q", name, s, limit, got)
			}
		}
	})
}

// blank matches what a cut of that name leaves before no ellipsis.
func blank(name string) func(rune) bool {
	if name == "Truncate" {
		return unicode.IsSpace
	}
	return func(r rune) bool { return strings.ContainsRune(" ,;:.", r) }
}

func TestTruncate(t *testing.T) {
	for in, want := range map[string]string{"four": "four", "five and": "fiv…", "ab cdef": "ab…", "日本語の本": "日本語…"} {
		if got := Truncate(in, 4); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestBeginnings(t *testing.T) {
	long := strings.Repeat("words ", 12)
	for name, c := range map[string][2]string{
		"letters without signs":                     {Letters("Ä-b 1!"), "äb1"},
		"the first letters":                         {FirstLetters("A, B " + strings.Repeat("c", 100)), "ab" + strings.Repeat("c", 38)},
		"a beginning by characters":                 {Beginning("äöü", 2), "äö"},
		"a beginning that is all":                   {Beginning("äö", 2), "äö"},
		"the first that says something":             {First(" ", "", "a ", "b"), "a "},
		"a paragraph with a long line":              {FirstParagraph("Menu\n\n" + long + "\n\nrest"), long},
		"the first paragraph where none has a line": {FirstParagraph("Menu\n\nrest"), "Menu"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %q, want %q", name, c[0], c[1])
		}
	}
}
