package answer

import (
	"regexp"
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// negated reports whether a sentence is negated in its language. A leading "No," does not count.
func negated(sentence string, in lang.Lang) bool {
	sentence = reply.ReplaceAllString(sentence, "")
	for _, w := range text.Words(sentence) {
		if negations[in][w] {
			return true
		}
	}
	return false
}

// reply matches a leading "no".
var reply = func() *regexp.Regexp {
	var all []string
	for _, l := range lang.All() {
		if no := l.Words().Answer.No; no != "" {
			all = append(all, no)
		}
	}
	return regexp.MustCompile(`^\P{L}*(?i:` + strings.Join(all, "|") + `)\s*[,.!–—:-]`)
}()

// negations are the folded negating words of each language.
var negations = func() (all [lang.Count]map[string]bool) {
	for _, l := range lang.All() {
		all[l] = lang.Set(l.Words().Answer.Not)
	}
	return all
}()
