package extractive

import (
	"regexp"
	"strings"
	"unicode"

	"engram/internal/recall/text"
)

// want is the sort of thing that a question asks for.
type want struct{ number, name bool }

// wanted reads the sort from the question's own words.
func wanted(question string) want {
	var w want
	for _, t := range text.Terms(question, text.Unknown) {
		w.number = w.number || asksNumber[t]
		w.name = w.name || asksName[t]
	}
	return w
}

// asksNumber are words of questions that a number, a date or an amount answers; asksName of those that a name does.
var (
	asksNumber = set(`when many much long often old far big number code price cost costs fee charge amount rate limit deadline
		date year temperature size dose weight duration percent grams pay paid
		cuando cuanto cuanta cuantos cuantas fecha precio quand combien prix date wann wieviel wieviele preis nar hvor
		quando quanto quanti quante wanneer hoeveel mennyi mikor когда сколько`)
	asksName = set(`who whose whom quien quienes qui wer wem chi quem wie vem hvem ki кто кого кому`)
)

// met reports whether a sentence holds the sort of thing that is asked for.
func (w want) met(sentence string) bool {
	return w.number && hasNumber(sentence) || w.name && hasName(sentence)
}

// numberWord matches the numbers that English writes out.
var numberWord = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|noon|midnight|daily|weekly|monthly|yearly)\b`)

func hasNumber(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) || numberWord.MatchString(s)
}

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

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func set(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
