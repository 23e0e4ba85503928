package metadata

import (
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

const maxLanguage = 35 // bytes of a tag: RFC 5646 asks that this many be understood

// languageOf is the first of candidates that names a language, in the normal form of BCP 47, such as "pt-BR". Of a list of
// languages the first counts, and what a tag says beyond language, script and region is left out.
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

// withoutUsualScript leaves out the script that a language is written in anyway.
func withoutUsualScript(tag language.Tag) language.Tag {
	if short, err := language.SuppressScript.Canonicalize(tag); err == nil {
		return short
	}
	return tag
}

const (
	maxScriptLetters = 2000 // of a text that are looked at
	minScriptLetters = 8    // tell a language
)

// scriptLanguages are the scripts that all but one language have given up, or never had.
var scriptLanguages = []struct {
	language string
	script   *unicode.RangeTable
}{
	{"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"zh", unicode.Han}, {"ko", unicode.Hangul}, {"el", unicode.Greek}, {"he", unicode.Hebrew},
	{"th", unicode.Thai}, {"ka", unicode.Georgian}, {"hy", unicode.Armenian}, {"ta", unicode.Tamil}, {"te", unicode.Telugu}, {"km", unicode.Khmer},
}

// languageOfScript is the language of a text that is mostly in a script which only that language is written in; empty for
// any other. A text with kana is Japanese, however many other characters it has.
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
