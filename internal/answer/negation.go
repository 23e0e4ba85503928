package answer

import (
	"regexp"
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// negated reports whether a sentence says "not" in its language. That of an answer, "No, pets are allowed", says nothing of the
// rest.
func negated(sentence string, in lang.Lang) bool {
	sentence = reply.ReplaceAllString(sentence, "")
	for _, w := range text.Words(sentence) {
		if negations[in][w] {
			return true
		}
	}
	return false
}

// reply matches the "no" with which an answer begins.
var reply = func() *regexp.Regexp {
	var all []string
	for _, l := range lang.All() {
		if no := l.Words().Answer.No; no != "" {
			all = append(all, no)
		}
	}
	return regexp.MustCompile(`^\P{L}*(?i:` + strings.Join(all, "|") + `)\s*[,.!–—:-]`)
}()

// negations are the words that deny a sentence, folded, by language.
var negations = func() (all [lang.Count]map[string]bool) {
	for _, l := range lang.All() {
		all[l] = lang.Set(l.Words().Answer.Not)
	}
	return all
}()
