// Package plaintext cleans, shortens and compares untrusted text.
package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// First returns the first candidate that is not blank.
func First(candidates ...string) string {
	for _, c := range candidates {
		if strings.TrimSpace(c) != "" {
			return c
		}
	}
	return ""
}

// OneLine returns s on one line of at most limit characters, without invisible characters and with
// white space folded.
func OneLine(s string, limit int) string {
	s = strings.Join(strings.Fields(Clean(s)), " ")
	return Shorten(s, limit)
}

// Shorten truncates s to limit characters with an ellipsis, at a blank if one is near.
func Shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)[:limit-1]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*3/4 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}

// Clean drops invalid bytes, control characters, soft hyphens, and invisible and bidi marks that
// could make a text read differently.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return r
		case r == utf8.RuneError, r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff', unicode.IsControl(r):
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, s)
}

// Letters returns the letters and digits of a title in lower case.
func Letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Beginning returns s truncated to limit characters.
func Beginning(s string, limit int) string {
	for i := range s {
		if limit--; limit < 0 {
			return s[:i]
		}
	}
	return s
}

// Truncate truncates s to limit characters with an ellipsis, wherever that falls.
func Truncate(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimSpace(Beginning(s, limit-1)) + "…"
}

const maxLetters = 40 // bytes of letters that two texts are compared by

// FirstLetters returns the first letters of a text.
func FirstLetters(text string) string {
	text = Letters(text[:min(len(text), 4*maxLetters)])
	return strings.ToValidUTF8(text[:min(len(text), maxLetters)], "")
}

// FirstParagraph returns the first paragraph with a line of more than a few words, else the first
// one.
func FirstParagraph(text string) string {
	for p := range strings.SplitSeq(text, "\n\n") {
		for line := range strings.SplitSeq(p, "\n") {
			if utf8.RuneCountInString(line) >= 60 {
				return p
			}
		}
	}
	p, _, _ := strings.Cut(text, "\n\n")
	return p
}

// Unspaced are scripts that put no blanks between words.
var Unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}
