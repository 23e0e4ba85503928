// Package tokens estimates the tokens of texts.
package tokens

import (
	"unicode"
	"unicode/utf8"
)

// In estimates the tokens of a text, on the high side: about four English letters each, digits
// and signs singly, other scripts by one or two bytes.
func In(s string) int {
	thirds := 0
	for _, r := range s {
		thirds += thirdsOf(r)
	}
	return (thirds + 2) / 3
}

// thirdsOf returns what a character adds, in thirds of a token.
func thirdsOf(r rune) int {
	switch {
	case r >= utf8.RuneSelf:
		return 3 * ((utf8.RuneLen(r) + 1) / 2)
	case r == ' ', unicode.IsLetter(r):
		return 1
	}
	return 3
}

// Head returns the beginning of a text with at most that many tokens.
func Head(s string, most int) string {
	left := 3 * most
	for i, r := range s {
		if left -= thirdsOf(r); left < 0 {
			return s[:i]
		}
	}
	return s
}
