package extractive

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEscape(t *testing.T) {
	for saved, want := range map[string]string{
		`see [link](http://evil.test) here`:          "see `[link](http://evil.test)` here",
		`see ![img](x) <img src=x onerror=alert(1)>`: `see !\[img\](x) \<img src=x onerror=alert(1)\>`,
		`see https://evil.test and WWW.evil.test`:    "see `https://evil.test` and `WWW.evil.test`",
		`see mailto:a@evil.test`:                     "see `mailto:a@evil.test`",
		"see `code` *bold* _em_ ~~no~~ snake_case":   "see \\`code\\` \\*bold\\* \\_em\\_ \\~\\~no\\~\\~ snake_case",
		`see &lt;script&gt; &#60; R&D a & b`:         `see \&lt;script\&gt; \&#60; R\&D a & b`,
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
		if got := escape(saved); got != want {
			t.Errorf("%q is written\n %s, want\n %s", saved, got, want)
		}
	}
}

// span matches a code span, and active markdown outside of one that does something: a bracket, a tag, code, emphasis or
// a table's line that is not escaped, an address, the start of a block, a second line.
var (
	span   = regexp.MustCompile("(^| )(`[^`]+`|``+ .*? ``+)( |$)")
	active = regexp.MustCompile("(^|[^\\\\])(\\\\\\\\)*[\\]\\[<>`*|~]|://|(?i:www\\.)|^[#=+>-]|\n")
)

func TestEscapeOfAnyText(t *testing.T) {
	fragment := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"](http://x)", "![", "<b>", "\n\n# ", "\n- ", "`", "\\", "_", "www.", "https://", "&amp;", "[1]", "\\[", "***", "|-|",
	}))
	rapid.Check(t, func(rt *rapid.T) {
		saved := strings.Join(rapid.SliceOfN(fragment, 1, 12).Draw(rt, "saved"), "")
		got := escape(saved)
		if active.MatchString(withoutCode(got)) {
			rt.Fatalf("%q is written %q", saved, got)
		}
	})
}

// withoutCode takes the code spans out; neighbours share the blank between them, so that one pass is not enough.
func withoutCode(markdown string) string {
	for {
		next := span.ReplaceAllString(markdown, " ")
		if next == markdown {
			return markdown
		}
		markdown = next
	}
}
