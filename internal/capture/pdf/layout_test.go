package pdf

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLayOut(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []line
		want  string
	}{
		"nothing": {nil, ""},
		"runs on": {[]line{{text: "The text runs on", y: 100}, {text: "and on and on", y: 88}}, "The text runs on and on and on"},
		"a gap": {[]line{{text: "First paragraph", y: 100}, {text: "goes on here", y: 88}, {text: "Second paragraph", y: 66}, {text: "goes on there", y: 54}},
			"First paragraph goes on here\n\nSecond paragraph goes on there"},
		"an early end":          {[]line{{text: "A list:", y: 100}, {text: "the first item of the list", y: 88}}, "A list:\nthe first item of the list"},
		"a cut word":            {[]line{{text: "a word that is cut at its hyphen-", y: 100}, {text: "ation point in the line", y: 88}}, "a word that is cut at its hyphenation point in the line"},
		"pdfium's hyphen":       {[]line{{text: "a word that is cut at its hyphen\u0002", y: 100}, {text: "ation point in the line", y: 88}}, "a word that is cut at its hyphenation point in the line"},
		"a name":                {[]line{{text: "the border of Franco\u0002", y: 100}, {text: "German friendship", y: 88}}, "the border of Franco-German friendship"},
		"a dash":                {[]line{{text: "this is a dash -", y: 100}, {text: "and it stays there", y: 88}}, "this is a dash - and it stays there"},
		"a number":              {[]line{{text: "in the years 2019-", y: 100}, {text: "2024 it was", y: 88}}, "in the years 2019- 2024 it was"},
		"two columns":           {[]line{{text: "left column one", y: 100}, {text: "left column two", y: 88}, {text: "right column one", y: 100}, {text: "right column two", y: 88}}, "left column one left column two right column one right column two"},
		"a hyphen before a gap": {[]line{{text: "one line", y: 100}, {text: "two line", y: 88}, {text: "three lin\u0002", y: 76}, {text: "es apart", y: 50}}, "one line two line three lin-\n\nes apart"},
		"a large font": {[]line{{text: "A title that is", y: 190, size: 20}, {text: "set over two lines", y: 168, size: 20}, {text: "and then the text", y: 140, size: 10}, {text: "runs on in lines", y: 128, size: 10}, {text: "runs on in lines", y: 116, size: 10}},
			"A title that is set over two lines\n\nand then the text runs on in lines runs on in lines"},
		"no blanks in the script": {[]line{{text: "リスク中立確", y: 100}, {text: "率は一意ではな", y: 88}, {text: "い risk", y: 76}}, "リスク中立確率は一意ではない risk"},
		"lines without place":     {[]line{{text: "one line here", y: 0}, {text: "two line here", y: 0}}, "one line here two line here"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(layOut(tt.lines), ""); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLayOutKeepsAllButTheHyphensItJoins(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("abcÄÖ日本19-\u2010 ")))
	rapid.Check(t, func(t *rapid.T) {
		var lines []line
		hyphens := 0
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			l := line{text: text.Draw(t, "text"), y: rapid.Float64Range(0, 800).Draw(t, "y"), size: rapid.Float64Range(0, 30).Draw(t, "size")}
			if rapid.Bool().Draw(t, "hyphen") {
				l.text += string(endHyphen)
			}
			hyphens += strings.Count(l.text, "-") + strings.Count(l.text, "\u2010") + strings.Count(l.text, string(endHyphen))
			lines = append(lines, l)
		}
		var before string
		for _, l := range lines {
			before += l.text
		}
		after := strings.Join(layOut(lines), "")
		unhyphened := strings.NewReplacer("-", "", "\u2010", "")
		if got, want := unhyphened.Replace(visible(after)), unhyphened.Replace(visible(before)); got != want {
			t.Errorf("of %q remains %q", want, got)
		}
		left := strings.Count(after, "-") + strings.Count(after, "\u2010")
		if joined := hyphens - left; joined < 0 || joined >= max(len(lines), 1) {
			t.Errorf("%d lines lost %d hyphens", len(lines), joined)
		}
	})
}
