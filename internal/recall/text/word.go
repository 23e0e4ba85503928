package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"engram/internal/lang"
)

// maxWord is the most bytes of a word that are looked at; what is longer is no word that anybody types.
const maxWord = 64

// appendWords appends the folded words of s in reading order: Unicode words, taken apart where people write them apart
// (l'eau, sync.Map, busy_timeout), and runs of scripts without spaces as bigrams.
func appendWords(dst []string, s string) []string {
	var run spaceless
	it := words.FromString(s)
	for it.Next() {
		w := it.Value()
		r, _ := utf8.DecodeRuneInString(w)
		if writtenWithoutSpaces(r) {
			run.extend(it.Start(), it.End())
			continue
		}
		dst = run.flush(dst, s)
		if hasLetterOrDigit(w) {
			dst = appendParts(dst, lang.Fold(clip(w)))
		}
	}
	return run.flush(dst, s)
}

// appendParts appends the parts of one folded word.
func appendParts(dst []string, w string) []string {
	if !strings.ContainsAny(w, "'._:,") {
		return append(dst, w)
	}
	if startsWithDigit(w) {
		return append(dst, number(w))
	}
	if initials(w) {
		return append(dst, strings.ReplaceAll(w, ".", ""))
	}
	for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return strings.ContainsRune("._:,", r) }) {
		dst = appendElided(dst, part)
	}
	return dst
}

// appendElided parts a Romance article from its noun (l'eau, dell'arte) and drops the English genitive.
func appendElided(dst []string, w string) []string {
	w = strings.TrimSuffix(strings.Trim(w, "'"), "'s")
	before, after, found := strings.Cut(w, "'")
	if found && elisions[before] {
		return append(dst, before, after)
	}
	if w = strings.ReplaceAll(w, "'", ""); w != "" {
		dst = append(dst, w)
	}
	return dst
}

var elisions = lang.Set("l d j m t s n c qu jusqu lorsqu puisqu quoiqu all dall dell nell sull un")

// number drops the commas and apostrophes that group digits by three, so that 9,000 is found as 9000.
func number(w string) string {
	w = strings.ReplaceAll(w, "'", ",")
	groups := strings.Split(w, ",")
	for _, g := range groups[1:] {
		if len(g) < 3 || len(g) > 3 && g[3] != '.' {
			return w
		}
	}
	return strings.Join(groups, "")
}

// initials reports whether w is single letters between full stops, as in u.s.a.
func initials(w string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(w, "."), ".") {
		if utf8.RuneCountInString(part) != 1 {
			return false
		}
	}
	return true
}

// spaceless is a stretch of a text, as offsets, in scripts that are written without spaces.
type spaceless struct{ start, end int }

func (p *spaceless) extend(start, end int) {
	if p.end == 0 {
		p.start = start
	}
	p.end = end
}

// flush appends the run's bigrams, or its only character, and empties the run.
func (p *spaceless) flush(dst []string, s string) []string {
	if p.end == 0 {
		return dst
	}
	run := lang.Fold(s[p.start:p.end])
	*p = spaceless{}
	_, first := utf8.DecodeRuneInString(run)
	if first == len(run) {
		return append(dst, run)
	}
	for first < len(run) {
		_, second := utf8.DecodeRuneInString(run[first:])
		dst = append(dst, run[:first+second])
		run = run[first:]
		first = second
	}
	return dst
}

// overlap reports whether two words are pairs of characters of which one's last is the other's first.
func overlap(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, size := utf8.DecodeRuneInString(b)
	return last == first && size < len(b) && writtenWithoutSpaces(first)
}

func writtenWithoutSpaces(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

func hasLetterOrDigit(w string) bool {
	for _, r := range w {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
	}
	return false
}

func startsWithDigit(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// clip cuts w to maxWord bytes at a rune boundary.
func clip(w string) string {
	if len(w) <= maxWord {
		return w
	}
	return w[:runeStart(w, maxWord)]
}

// runeStart returns the greatest offset up to i at which a rune of s starts, so that no cut there splits a rune.
// Where s holds a long stretch of bytes that start no rune, it is no text, and i itself is returned.
func runeStart(s string, i int) int {
	for j := i; j > 0 && j > i-utf8.UTFMax; j-- {
		if utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}
