package answer

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// digits matches a written number: 30, 1,200.50, 05.03.2026.
var digits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// statedNumbers returns the numbers that a sentence states, in digits or unambiguous words. A date
// in digits counts as its parts.
func statedNumbers(s string, lang lang.Lang) (all []string) {
	for _, found := range digits.FindAllString(latinDigits(s), -1) {
		if isDate(found) {
			all = append(all, parts(found)...)
		} else {
			all = append(all, canonical(found))
		}
	}
	for _, w := range text.Words(s) {
		if n := numberOf(w, lang); n > 12 { // small ones have other uses: "one of them"
			all = append(all, strconv.Itoa(n))
		}
	}
	return all
}

// readableNumbers returns every number that a text can stand for, in any notation.
func readableNumbers(s string, lang lang.Lang) map[string]bool {
	held := map[string]bool{}
	for _, found := range digits.FindAllString(latinDigits(s), -1) {
		held[canonical(found)] = true
		if isDate(found) {
			for _, p := range parts(found) {
				held[p] = true
			}
		}
	}
	for _, w := range text.Words(s) {
		if n := numberOf(w, lang); n > 0 {
			held[strconv.Itoa(n)] = true
		}
	}
	return held
}

// latinDigits converts the digits of all scripts to 0-9, and Arabic separators to ours.
func latinDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case r == '\u066b', r == '\uff0e':
			return '.'
		case r == '\u066c':
			return ','
		case unicode.Is(unicode.Nd, r):
			return '0' + digitOf(r)
		}
		return r
	}, s)
}

// digitOf returns the value of a digit; Unicode orders the digits of each script from zero.
func digitOf(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	return 0
}

// isDate reports whether a number has several points and is not grouped by thousands.
func isDate(number string) bool {
	return strings.Count(number, ".") > 1 && !grouped(number)
}

func parts(number string) []string {
	all := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	for i := range all {
		all[i] = withoutZeros(all[i])
	}
	return all
}

// canonical normalises a number: no grouping, a decimal point, no superfluous zeros. 1,200.50 is
// 1200.5; 1,200.00 and 1.200 are 1200; 3,5 is 3.5.
func canonical(number string) string {
	last := strings.LastIndexAny(number, ".,")
	if last < 0 || grouped(number) {
		return withoutZeros(plainDigits(number))
	}
	return strings.TrimSuffix(withoutZeros(plainDigits(number[:last]))+"."+strings.TrimRight(number[last+1:], "0"), ".")
}

var groups = regexp.MustCompile(`^[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+)$`)

func grouped(number string) bool { return groups.MatchString(number) && number[0] != '0' }

func plainDigits(number string) string { return strings.NewReplacer(".", "", ",", "").Replace(number) }

func withoutZeros(number string) string {
	if trimmed := strings.TrimLeft(number, "0"); trimmed != "" {
		return trimmed
	}
	return "0"
}

// numberOf returns the value of a folded number word, else 0. If the language is unknown, any
// matches.
func numberOf(word string, in lang.Lang) int {
	if in != lang.Unknown {
		return numberWords[in][word]
	}
	for l := range lang.Count {
		if n := numberWords[l][word]; n > 0 {
			return n
		}
	}
	return 0
}

// numberWords are common number words by language, since "once" is eleven only in Spanish.
var numberWords = func() (all [lang.Count]map[string]int) {
	for _, l := range lang.All() {
		all[l] = l.Words().Numerals()
	}
	return all
}()
