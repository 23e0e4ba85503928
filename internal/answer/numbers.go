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

// digits matches a number as it is written: 30, 1,200.50, 05.03.2026.
var digits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// numbersSaid are the numbers that a sentence states, in digits or as words that mean nothing else. Dates written in digits
// count as their parts.
func numbersSaid(s string, lang lang.Lang) (all []string) {
	for _, found := range digits.FindAllString(latinDigits(s), -1) {
		if isDate(found) {
			all = append(all, parts(found)...)
		} else {
			all = append(all, canonical(found))
		}
	}
	for _, w := range text.Words(s) {
		if n := numberOf(w, lang); n > 12 { // "one" and "two" are said of other things
			all = append(all, strconv.Itoa(n))
		}
	}
	return all
}

// numbersHeld are all numbers that a text can stand for, however they are written.
func numbersHeld(s string, lang lang.Lang) map[string]bool {
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

// latinDigits writes the digits of all scripts as 0 to 9, and the signs between those of Arabic as ours.
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

// digitOf returns the value of a digit: Unicode has those of a script in a row, from zero.
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

// isDate reports whether a number has more than one point and is not grouped by thousands.
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

// canonical writes a number without its groups, its decimals behind a point, and without zeros in front or at the end of the
// decimals: 1,200.50 is 1200.5, 1,200.00 and 1.200 are 1200, 3,5 is 3.5.
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

// numberOf is what a folded word counts, 0 for other words. Where the language is not known, that of any counts.
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

// numberWords are the numbers that are commonly written out, folded. By language, since "once" is eleven in Spanish alone.
var numberWords = func() (all [lang.Count]map[string]int) {
	for _, l := range lang.All() {
		all[l] = l.Words().Numerals()
	}
	return all
}()
