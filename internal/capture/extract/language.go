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
		if plain, err := language.Compose(base, script, region); err == nil && base.String() != "und" && base.String() != "mul" {
			return plain.String()
		}
	}
	return ""
}
