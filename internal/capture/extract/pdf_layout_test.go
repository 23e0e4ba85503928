package extract

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func TestLayOut(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []line
		want  string
	}{
		"nothing": {nil, ""},
		"runs on": {[]line{{"The text runs on", 100}, {"and on and on", 88}}, "The text runs on and on and on"},
		"a gap": {[]line{{"First paragraph", 100}, {"goes on here", 88}, {"Second paragraph", 66}, {"goes on there", 54}},
			"First paragraph goes on here\n\nSecond paragraph goes on there"},
		"an early end":        {[]line{{"A list:", 100}, {"the first item of the list", 88}}, "A list:\nthe first item of the list"},
		"a cut word":          {[]line{{"a word that is cut at its hyphen-", 100}, {"ation point in the line", 88}}, "a word that is cut at its hyphenation point in the line"},
		"pdfium's hyphen":     {[]line{{"a word that is cut at its hyphen\u0002", 100}, {"ation point in the line", 88}}, "a word that is cut at its hyphenation point in the line"},
		"a name":              {[]line{{"the border of Franco\u0002", 100}, {"German friendship", 88}}, "the border of Franco-German friendship"},
		"a dash":              {[]line{{"this is a dash -", 100}, {"and it stays there", 88}}, "this is a dash - and it stays there"},
		"a number":            {[]line{{"in the years 2019-", 100}, {"2024 it was", 88}}, "in the years 2019- 2024 it was"},
		"two columns":         {[]line{{"left column one", 100}, {"left column two", 88}, {"right column one", 100}, {"right column two", 88}}, "left column one left column two right column one right column two"},
		"lines without place": {[]line{{"one line here", 0}, {"two line here", 0}}, "one line here two line here"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := layOut(tt.lines); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLineBuilder(t *testing.T) {
	var b lineBuilder
	surrogates := utf16.Encode([]rune("𝄞"))
	for _, r := range append([]rune(" one \t two\r\n\r\n\x00th\x07ree\ufffefour "), rune(surrogates[0]), rune(surrogates[1]), rune(surrogates[0])) {
		b.add(r)
	}
	var got []string
	for _, l := range b.end() {
		got = append(got, l.text)
	}
	if want := "one two|three\u0002|four 𝄞"; strings.Join(got, "|") != want {
		t.Errorf("lines %q, want %q", strings.Join(got, "|"), want)
	}
}
