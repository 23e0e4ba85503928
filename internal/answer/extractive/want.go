package extractive

import (
	"maps"
	"regexp"
	"strings"
	"unicode"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// want is the sort of thing that a question asks for.
type want struct{ number, date, name bool }

// wanted reads the sort from the question's own words.
func wanted(question string) want {
	var w want
	for _, t := range text.Words(question) {
		w.number = w.number || asksNumber[t]
		w.date = w.date || asksDate[t]
		w.name = w.name || asksName[t]
	}
	return w
}

// asksNumber are words of questions that a number or an amount answers, asksDate of those that a date or a time does, and
// asksName of those that the name of somebody or of a place does.
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

// sortTerms are the stems of these words.
var sortTerms = stemmed(asksNumber, asksDate, asksName)

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

// met reports whether a sentence holds the sort of thing that is asked for.
func (w want) met(sentence string) bool {
	return w.number && hasNumber(sentence) || w.date && hasDate(sentence) || w.name && hasName(sentence)
}

// The numbers and the times that English writes in words.
var (
	numberWord = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|daily|weekly|monthly|yearly)\b`)
	timeWord   = regexp.MustCompile(`(?i)\b(noon|midnight|today|tomorrow|yesterday|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|spring|summer|autumn|winter)s?\b|\b(March|May)\b`)
)

func hasNumber(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) || numberWord.MatchString(s)
}

func hasDate(s string) bool { return hasNumber(s) || timeWord.MatchString(s) }

// hasName reports whether a word after the first begins with a capital.
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
