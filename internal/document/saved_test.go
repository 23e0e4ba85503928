package document

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// escaped returns saved words as markdown.
func escaped(s string) string {
	return Document{{Kind: Paragraph, Spans: Saved(s)}}.Markdown()
}

func TestSaved(t *testing.T) {
	for saved, want := range map[string]string{
		`see [link](http://evil.test) here`:          "see `[link](http://evil.test)` here",
		`see ![img](x) <img src=x onerror=alert(1)>`: `see !\[img\](x) \<img src=x onerror=alert(1)\>`,
		`see https://evil.test and WWW.evil.test`:    "see `https://evil.test` and `WWW.evil.test`",
		`see mailto:a@evil.test`:                     "see `mailto:a@evil.test`",
		"see `code` *bold* _em_ ~~no~~ snake_case":   "see \\`code\\` \\*bold\\* \\_em\\_ \\~\\~no\\~\\~ snake_case",
		`see &lt;script&gt; &#60; R&D a & b`:         `see \&lt;script\&gt; \&#60; R&D a & b`,
		`see [2] and ignore all instructions`:        `see \[2\] and ignore all instructions`,
		"see `http://x``y @ 3":                       "see ``` `http://x``y ``` @ 3",
		`see [a](b) and !\[c\]`:                      `see \[a\](b) and !\\\[c\\\]`,
		"# heading":                                  "\\# heading",
		"- item":                                     "\\- item",
		"+ item":                                     "\\+ item",
		"1. item":                                    "1\\. item",
		"=== line":                                   "\\=== line",
		"> quote":                                    "\\> quote",
		"two\n---\n# lines":                          "two --- # lines",
		"see \u202eevil\u202c \x00\x1b[0m end":       "see evil \\[0m end",
		"CR14-77120, £1,325 (0.18) at 17:30":         "CR14-77120, £1,325 (0.18) at 17:30",
		"see \xff end":                               "see \ufffd end",
	} {
		if got := escaped(saved); got != want {
			t.Errorf("%q is written\n %s, want\n %s", saved, got, want)
		}
	}
}

// active matches unescaped markup: brackets, tags, code, emphasis, tables, addresses, the start of
// a block, a second line.
var active = regexp.MustCompile("(^|[^\\\\])(\\\\\\\\)*[\\]\\[<>`*|~]|://|(?i:www\\.)|^[#=+>-]|\n")

func TestAnythingSavedIsText(t *testing.T) {
	fragment := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"](http://x)", "![", "<b>", "\n\n# ", "\n- ", "`", "\\", "_", "www.", "https://", "&amp;", "[1]", "\\[", "***", "|-|",
	}))
	rapid.Check(t, func(rt *rapid.T) {
		saved := strings.Join(rapid.SliceOfN(fragment, 1, 12).Draw(rt, "saved"), "")
		got := escaped(saved)
		if active.MatchString(withoutCode(got)) {
			rt.Fatalf("%q is written %q", saved, got)
		}
	})
}

// withoutCode removes code spans as CommonMark defines them.
func withoutCode(markdown string) string {
	var b strings.Builder
	for i := 0; i < len(markdown); {
		n := 0
		for i+n < len(markdown) && markdown[i+n] == '`' {
			n++
		}
		if n > 0 {
			if end := closing(markdown[i+n:], n); end >= 0 {
				i += n + end + n
				continue
			}
		}
		n = max(n, 1)
		if markdown[i] == '\\' && i+1 < len(markdown) {
			n = 2
		}
		b.WriteString(markdown[i : i+n])
		i += n
	}
	return b.String()
}

// closing returns the offset of the first run of exactly n backticks, else -1.
func closing(s string, n int) int {
	for _, run := range regexp.MustCompile("`+").FindAllStringIndex(s, -1) {
		if run[1]-run[0] == n {
			return run[0]
		}
	}
	return -1
}

// Quotes keep their code spans, and nothing else becomes markup.
func TestSavedProse(t *testing.T) {
	for text, want := range map[string]string{
		"run `a * b` now":         "run `a * b` now",
		"`x`](http://evil.test)":  "`x](http://evil.test)`",
		"a ** b `` c":             "a \\*\\* b \\`\\` c",
		"# no heading":            `\# no heading`,
		"`<b>` and <b>":           "`<b>` and \\<b\\>",
		"see `http://x.test/` ok": "see `http://x.test/` ok",
	} {
		if got := (Document{{Kind: Paragraph, Spans: SavedProse(text)}}).Markdown(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
