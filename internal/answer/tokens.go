package answer

import (
	"unicode"
	"unicode/utf8"
)

// tokens estimates how many tokens a model makes of a text, rather too many than too few. Models cut letters of English into
// pieces of about four, digits and signs often singly, and other scripts into pieces of one or two bytes.
func tokens(s string) int {
	thirds := 2 // so that it is rounded up
	for _, r := range s {
		switch {
		case r >= utf8.RuneSelf:
			thirds += 3 * (utf8.RuneLen(r) + 1) / 2
		case r == ' ', unicode.IsLetter(r):
			thirds++
		default:
			thirds += 3
		}
	}
	return thirds / 3
}

// head returns the beginning of a text of at most so many tokens, cut between characters.
func head(s string, most int) string {
	if tokens(s) <= most {
		return s
	}
	low, high := 0, len(s) // the text up to low is short enough, that up to high is not
	for high-low > 1 {
		middle := (low + high) / 2
		for middle > low && !utf8.RuneStart(s[middle]) {
			middle--
		}
		if middle == low {
			break
		}
		if tokens(s[:middle]) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	return s[:low]
}
