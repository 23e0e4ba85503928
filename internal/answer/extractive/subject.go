package extractive

import (
	"regexp"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
)

// maxBefore is the most context sentences of a quote.
const maxBefore = 2

// withSubject returns the last sentence after those that hold its subject, all under one heading.
func withSubject(said []answer.Sentence, lang lang.Lang) []answer.Sentence {
	last := len(said) - 1
	from, words := last, blanksIn(said[last].Text)
	for from > 0 && last-from < maxBefore && leans(said[from], said[from-1], lang) {
		if words += blanksIn(said[from-1].Text); words > maxWords {
			break
		}
		from--
	}
	return said[from:]
}

func blanksIn(s string) int { return strings.Count(s, " ") + 1 }

// leans reports whether a sentence depends on the one before for its subject, or follows its colon.
func leans(s, before answer.Sentence, in lang.Lang) bool {
	switch {
	case s.Code || before.Code || s.Listed || s.Opens && before.Listed:
		return false
	case s.Opens && leadsOn(before):
		return true
	}
	opening := pointing[in]
	if opening == nil {
		opening = pointing[lang.English]
	}
	return opening.MatchString(s.Text) && !impersonal.MatchString(s.Text)
}

// impersonal matches the start of sentences without a subject, such as "It rains".
var impersonal = func() *regexp.Regexp {
	var all []string
	for _, l := range lang.All() {
		if words := l.Words().Answer.Nobody; words != "" {
			all = append(all, words)
		}
	}
	return beginning(strings.Join(all, "|"))
}()

// leadsOn reports whether a line ends in a colon, so that the next one is what matters.
func leadsOn(s answer.Sentence) bool { return s.Opens && strings.HasSuffix(s.Text, ":") }

// pointing matches the start of sentences whose subject is in the one before. What may be an
// article counts with a verb only.
var pointing = func() (all [lang.Count]*regexp.Regexp) {
	for _, l := range lang.All() {
		if opening := l.Words().Answer.Opening; opening != "" {
			all[l] = beginning(opening)
		}
	}
	return all
}()

func beginning(words string) *regexp.Regexp {
	return regexp.MustCompile(`^(?i:` + words + `)(?:[^\pL\pN]|$)`)
}
