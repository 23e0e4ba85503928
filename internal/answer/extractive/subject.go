package extractive

import (
	"regexp"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
)

// maxBefore is how many sentences are brought along at most.
const maxBefore = 2

// withSubject returns the last of the sentences, behind those whose subject it goes on with. They stand under one heading.
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

// leans reports whether a sentence goes on with the subject of the one before, or is what that leads to.
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
	return opening.MatchString(s.Text) && !nobody.MatchString(s.Text)
}

// nobody matches how sentences begin whose subject is none.
var nobody = func() *regexp.Regexp {
	var all []string
	for _, l := range lang.All() {
		if words := l.Words().Answer.Nobody; words != "" {
			all = append(all, words)
		}
	}
	return beginning(strings.Join(all, "|"))
}()

// leadsOn reports whether a line ends in a colon: it only says what the next tells.
func leadsOn(s answer.Sentence) bool { return s.Opens && strings.HasSuffix(s.Text, ":") }

// pointing match how a sentence begins whose subject stands before it. What may be an article as well counts with a verb.
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
