package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"engram/internal/lang"
)

// maxWord is the number of bytes of a word that are used; no one types longer ones.
const maxWord = 64

// appendWords appends the folded words of s: Unicode words, split where people split them (l'eau,
// sync.Map, busy_timeout), and bigrams of scripts without spaces.
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

// appendParts appends the parts of a folded word.
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

// appendElided separates a Romance article (l'eau, dell'arte) and drops the English genitive.
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

// number removes thousands separators, so that 9,000 matches 9000.
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

// initials reports whether w is letters with stops: u.s.a.
func initials(w string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(w, "."), ".") {
		if utf8.RuneCountInString(part) != 1 {
			return false
		}
	}
	return true
}

// spaceless is a run in scripts without spaces, as byte offsets.
type spaceless struct{ start, end int }

func (p *spaceless) extend(start, end int) {
	if p.end == 0 {
		p.start = start
	}
	p.end = end
}

// flush appends the run's bigrams, or its only character, and resets the run.
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

// overlap reports whether two words are overlapping bigrams.
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

// runeStart returns the last rune boundary up to i. In a long run of invalid bytes it returns i.
func runeStart(s string, i int) int {
	for j := i; j > 0 && j > i-utf8.UTFMax; j-- {
		if utf8.RuneStart(s[j]) {
			return j
		}
	}
	return i
}
