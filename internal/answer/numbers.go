package answer

import (
	"regexp"
	"strconv"
	"strings"

	"engram/internal/recall/text"
)

// digits matches a number as it is written: 30, 1,200.50, 05.03.2026.
var digits = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// numbersSaid are the numbers that a sentence states, in digits or as words that mean nothing else. Dates written in digits
// count as their parts.
func numbersSaid(s string) (all []string) {
	for _, found := range digits.FindAllString(s, -1) {
		if isDate(found) {
			all = append(all, parts(found)...)
		} else {
			all = append(all, canonical(found))
		}
	}
	for _, w := range text.Words(s) {
		if n := numberWords[w]; n > 12 { // "one" and "two" are said of other things
			all = append(all, strconv.Itoa(n))
		}
	}
	return all
}

// numbersHeld are all numbers that a text can stand for, however they are written.
func numbersHeld(s string) map[string]bool {
	held := map[string]bool{}
	for _, found := range digits.FindAllString(s, -1) {
		held[canonical(found)] = true
		if isDate(found) {
			for _, p := range parts(found) {
				held[p] = true
			}
		}
	}
	for _, w := range text.Words(s) {
		if n, ok := numberWords[w]; ok {
			held[strconv.Itoa(n)] = true
		}
	}
	return held
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

// canonical writes a number without its groups, its decimals behind a point, and without zeros in front: 1,200.50 is
// 1200.50, 1.200 is 1200, 3,5 is 3.5.
func canonical(number string) string {
	last := strings.LastIndexAny(number, ".,")
	if last < 0 || grouped(number) {
		return withoutZeros(plainDigits(number))
	}
	return withoutZeros(plainDigits(number[:last])) + "." + number[last+1:]
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

// numberWords are the numbers that are commonly written out, folded, in English, Spanish, German and French.
var numberWords = func() map[string]int {
	words := map[string]int{}
	for n, list := range map[int]string{
		1: "one uno una eins un une", 2: "two dos zwei deux", 3: "three tres drei trois", 4: "four cuatro vier quatre",
		5: "five cinco funf cinq", 6: "six seis sechs", 7: "seven siete sieben sept", 8: "eight ocho acht huit",
		9: "nine nueve neun neuf", 10: "ten diez zehn dix", 11: "eleven once elf onze", 12: "twelve doce zwolf douze dozen docena",
		13: "thirteen trece dreizehn treize", 14: "fourteen catorce vierzehn quatorze", 15: "fifteen quince funfzehn quinze",
		16: "sixteen dieciseis sechzehn seize", 17: "seventeen diecisiete siebzehn", 18: "eighteen dieciocho achtzehn",
		19: "nineteen diecinueve neunzehn", 20: "twenty veinte zwanzig vingt", 30: "thirty treinta dreissig trente",
		40: "forty cuarenta vierzig quarante", 50: "fifty cincuenta funfzig cinquante", 60: "sixty sesenta sechzig soixante",
		70: "seventy setenta siebzig", 80: "eighty ochenta achtzig", 90: "ninety noventa neunzig", 100: "hundred cien hundert cent",
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] = n
		}
	}
	return words
}()
