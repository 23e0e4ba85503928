package extract

import (
	"strings"

	"golang.org/x/text/language"
)

const maxLanguage = 35 // bytes of a tag: RFC 5646 asks that this many be understood

// languageOf is the first of candidates that names a language, in the normal form of BCP 47, such as "pt-BR". Of a list of
// languages the first counts, and what a tag says beyond language, script and region is left out.
func languageOf(candidates ...string) string {
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
