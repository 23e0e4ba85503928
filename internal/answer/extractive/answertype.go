package extractive

import (
	"maps"
	"regexp"
	"strings"
	"unicode"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// answerType is the type of answer that a question expects.
type answerType struct{ number, date, name bool }

// answerTypeOf reads the type from the question's words.
func answerTypeOf(question string) answerType {
	var w answerType
	for _, t := range text.Words(question) {
		w.number = w.number || asksNumber[t]
		w.date = w.date || asksDate[t]
		w.name = w.name || asksName[t]
	}
	return w
}

// asksNumber, asksDate and asksName are the question words that expect a number, a date or time,
// and the name of a person or place.
var (
	asksNumber = asking(func(a lang.Answer) string { return a.AskNumber })
	asksDate   = asking(func(a lang.Answer) string { return a.AskDate })
	asksName   = asking(func(a lang.Answer) string { return a.AskName })
)

func asking(list func(lang.Answer) string) map[string]bool {
	all := make(map[string]bool)
	for _, l := range lang.All() {
		maps.Copy(all, lang.Set(list(l.Words().Answer)))
	}
	return all
}

// typeTerms are the stems of these words.
var typeTerms = stemmed(asksNumber, asksDate, asksName)

func stemmed(sets ...map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for _, words := range sets {
		for w := range words {
			all[w] = true
			for t := range terms(w, lang.English) {
				all[t] = true
			}
		}
	}
	return all
}

// several matches questions of each language with more than one answer, folded; at Unknown those of
// any.
var several = func() (all [lang.Count]*regexp.Regexp) {
	matching := func(one string) *regexp.Regexp {
		return regexp.MustCompile(`(?:^| )(?:` + one + `)(?: |$)`)
	}
	var phrases []string
	for _, l := range lang.All() {
		if own := lang.Fold(l.Words().Answer.AskSeveral); own != "" {
			phrases = append(phrases, own)
			all[l] = matching(own)
		}
	}
	all[lang.Unknown] = matching(strings.Join(phrases, "|"))
	return all
}()

func asksSeveral(question string) bool {
	words := text.Words(question)
	phrases := several[lang.Detect(words)]
	return phrases != nil && phrases.MatchString(strings.Join(words, " "))
}

// in reports whether a sentence holds something of the type.
func (w answerType) in(sentence string) bool {
	return w.number && hasNumber(sentence) || w.date && hasDate(sentence) ||
		w.name && hasName(sentence)
}

// English words for numbers and times.
var (
	numberWord = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|daily|weekly|monthly|yearly)\b`)
	timeWord   = regexp.MustCompile(`(?i)\b(noon|midnight|today|tomorrow|yesterday|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|spring|summer|autumn|winter)s?\b|\b(March|May)\b`)
)

func hasNumber(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) || numberWord.MatchString(s)
}

func hasDate(s string) bool { return hasNumber(s) || timeWord.MatchString(s) }

// hasName reports whether a word after the first is capitalised.
func hasName(s string) bool {
	_, rest, _ := strings.Cut(s, " ")
	for w := range strings.FieldsSeq(rest) {
		w = strings.TrimLeftFunc(w, unicode.IsPunct)
		if len(w) > 1 && unicode.IsUpper([]rune(w)[0]) {
			return true
		}
	}
	return false
}
