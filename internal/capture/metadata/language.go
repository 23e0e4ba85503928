package metadata

import (
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

const maxLanguage = 35 // bytes of a tag, the minimum that RFC 5646 asks to support

// Language returns the first candidate that is a language, as a BCP 47 tag of language, script and
// region, such as "pt-BR". Of a list it takes the first.
func Language(candidates ...string) string {
	for _, c := range candidates {
		c, _, _ = strings.Cut(c, ",")
		if c = strings.TrimSpace(c); c == "" || len(c) > maxLanguage {
			continue
		}
		tag, err := language.Parse(c)
		if err != nil || tag.IsRoot() {
			continue
		}
		base, script, region := tag.Raw()
		plain, err := language.Compose(base, script, region)
		if err == nil && base.String() != "und" && base.String() != "mul" {
			return withoutUsualScript(plain).String()
		}
	}
	return ""
}

// withoutUsualScript drops the script if it is the language's default.
func withoutUsualScript(tag language.Tag) language.Tag {
	if short, err := language.SuppressScript.Canonicalize(tag); err == nil {
		return short
	}
	return tag
}

const (
	maxScriptLetters = 2000 // of a text that are examined
	minScriptLetters = 8    // needed to decide
)

// scriptLanguages maps scripts that are used by one language only.
var scriptLanguages = []struct {
	language string
	script   *unicode.RangeTable
}{
	{"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"zh", unicode.Han}, {"ko", unicode.Hangul}, {"el", unicode.Greek}, {"he", unicode.Hebrew},
	{"th", unicode.Thai}, {"ka", unicode.Georgian}, {"hy", unicode.Armenian}, {"ta", unicode.Tamil}, {"te", unicode.Telugu}, {"km", unicode.Khmer},
}

// LanguageOfScript returns the language of a text that is mostly in a script of one language, else
// "". Any text with kana is Japanese.
func LanguageOfScript(text string) string {
	counts, letters := map[string]int{}, 0
	for _, r := range text {
		if letters >= maxScriptLetters {
			break
		}
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for _, s := range scriptLanguages {
			if unicode.Is(s.script, r) {
				counts[s.language]++
				break
			}
		}
	}
	if kana := counts["ja"]; kana*10 > counts["zh"] {
		counts["ja"], counts["zh"] = kana+counts["zh"], 0
	}
	for language, n := range counts {
		if n >= minScriptLetters && n*2 > letters {
			return language
		}
	}
	return ""
}
