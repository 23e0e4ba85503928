package ask

import (
	"slices"
	"strings"
	"unicode"

	"engram/internal/conversation"
	"engram/internal/lang"
	"engram/internal/recall/text"
)

// lean says how a question depends on earlier ones.
type lean int

const (
	stands lean = iota // stands alone
	points             // refers back: "when was that?", "why?"
	shifts             // asks the same of something else: "and to Porto?"
)

// inContext appends to a follow-up, in brackets, what the earlier questions were about. If it
// shifts to something else, its own words are repeated there, so that they weigh more; they are not
// shown twice.
func inContext(question string, before []conversation.Turn) reading {
	own, how := parse(question, spokenIn(before))
	if how == stands || len(before) == 0 {
		return reading{question, question}
	}
	about := topicOf(before)
	if how == shifts {
		about = about.behind(own, true)
	} else {
		about = about.without(own)
	}
	if len(about.without(own)) == 0 {
		return reading{question, question}
	}
	return reading{
		asked: question + about.inBrackets(),
		shown: question + about.without(own).unsaid(question).inBrackets(),
	}
}

const (
	longWords    = 25 // words of a question that is always complete
	shortWords   = 3  // words of a question like "which airline?"
	shiftedWords = 2  // content words of "and to Porto by train?"
	ownWords     = 4  // content words of a question whose pronouns are explained in it
	namedWords   = 2  // content words before a pronoun that refers to them
)

// spokenIn returns the language of the latest turn that shows one.
func spokenIn(turns []conversation.Turn) (in lang.Lang) {
	for _, turn := range turns {
		in = languageOf(text.Words(turn.Question), in)
	}
	return in
}

// languageOf detects the language of a question. A short one that may be in the language of earlier
// ones is.
func languageOf(words []string, before lang.Lang) lang.Lang {
	in := lang.Detect(words)
	if before == lang.Unknown || len(words) > longWords {
		return in
	}
	points := func(l lang.Lang) (n int) {
		for _, w := range words {
			if l != lang.Unknown && (l.IsStop(w) || conjunctions[l][w] || pronouns[l][w]) {
				n++
			}
		}
		return n
	}
	if points(before) >= points(in) {
		return before
	}
	return in
}

// parse returns a question's own topic, and how it depends on earlier ones.
func parse(question string, spoken lang.Lang) (own topic, how lean) {
	words := text.Words(question)
	in := languageOf(words, spoken)
	own = contentOf(question, in)
	q := sentence{words: words, lang: in, name: nameAt(question)}
	switch {
	case len(words) == 0 || len(words) > longWords:
		return own, stands
	case q.opens() && len(own) > 0 && len(own) <= shiftedWords:
		return own, shifts
	case len(words) == 1 && len(own) == 1 && strings.HasSuffix(strings.TrimSpace(question), "?"):
		own[0].name = capital(own[0].form)
		return own, shifts
	case len(own) == 0, len(own) < ownWords && q.points(), q.short(own):
		return own, points
	}
	return own, stands
}

// sentence is a question in folded words.
type sentence struct {
	words []string
	lang  lang.Lang
	name  int // index of the first name; len(words): none
}

// nameAt returns the number of words before the first capitalised one, the first word aside.
func nameAt(question string) (n int) {
	for i, form := range strings.Fields(question) {
		if i > 0 && capital(strings.TrimLeftFunc(form, unicode.IsPunct)) &&
			!slices.Contains([]string{"I", "I'm", "I've", "I'd"}, form) {
			return n
		}
		n += len(text.Words(form))
	}
	return n
}

func (s sentence) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i]
}

// opens reports whether the question begins as a continuation.
func (s sentence) opens() bool {
	first, second := s.words[0], s.at(1)
	switch {
	case conjunctions[s.lang][first], s.lang == lang.Unknown && conjunctions[lang.English][first]:
		return true
	case first == "what" || first == "how":
		return second == "about" || first == "what" && second == "of"
	}
	return false
}

// short reports whether a question only names what it asks for: "which airline?".
func (s sentence) short(own topic) bool {
	return len(s.words) <= shortWords && len(own) == 1 && s.lang.IsStop(s.words[0]) &&
		len(own.names()) == 0 &&
		!slices.ContainsFunc(s.words, func(w string) bool { return copulas[w] })
}

// points reports whether a word refers to something outside the question.
func (s sentence) points() bool {
	for i, w := range s.words {
		if s.pronoun(w) && !s.named(i) && !s.bound(i) {
			return true
		}
	}
	return false
}

func (s sentence) pronoun(w string) bool {
	if s.lang == lang.Unknown {
		return pronouns[lang.English][w]
	}
	return pronouns[s.lang][w]
}

// named reports whether a pronoun refers to something before it in the question: a name, or a
// description. Capitals are no names in German.
func (s sentence) named(i int) bool {
	return i > s.name && s.lang != lang.German || s.contents(0, i) >= namedWords
}

// bound reports whether a pronoun refers within its sentence, or to nothing.
func (s sentence) bound(i int) bool {
	if s.lang == lang.English || s.lang == lang.Unknown {
		return s.boundInEnglish(i)
	}
	return s.boundAbroad(i)
}

func (s sentence) boundInEnglish(i int) bool {
	before, after := s.at(i-1), s.at(i+1)
	switch s.words[i] {
	case "that": // "the recipe that uses lentils", "that I saved"
		return after != "" && !s.lang.IsStop(before) || before == "there" || after == "i" ||
			after == "we"
	case "this", "these": // "this year"
		return periods[after]
	case "there": // "are there", "there is"
		return copulas[before] || copulas[after]
	case "it": // "how long does it take to bake bread", "is it true that bread rises"
		behind := slices.IndexFunc(s.words[i:], func(w string) bool { return clauses[w] })
		return behind > 0 && s.contents(i+behind, len(s.words)) > 1
	case "one", "ones": // "one cup", "one to one", but "the second one"
		return !ordinals[before] || after == "to"
	}
	return false
}

// contents returns the number of content words in a range.
func (s sentence) contents(i, j int) (n int) {
	for _, w := range s.words[max(0, i):j] {
		if !s.lang.IsStop(w) && !vague[w] {
			n++
		}
	}
	return n
}

// boundAbroad knows "il y a", "y a-t-il", "est-ce que", "gibt es", "das Rezept", "lo que" and
// "dieses Jahr".
func (s sentence) boundAbroad(i int) bool {
	before, after := s.at(i-1), s.at(i+1)
	switch s.words[i] {
	case "il":
		return after == "y" || before == "t" && s.at(i-2) == "a" && s.at(i-3) == "y"
	case "ce":
		return before == "est" || after == "que" || after == "qui"
	case "es":
		return before == "gibt" || after == "gibt"
	case "das":
		return i+1 < len(s.words)
	case "lo":
		return after == "que"
	}
	return periods[after]
}
