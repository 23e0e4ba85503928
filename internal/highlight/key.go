package highlight

import (
	"strings"
	"unicode"
)

// kept selects the characters that a comparison of texts keeps.
type kept int

const (
	letters kept = iota // letters, digits and symbols
	visible             // all that can be seen
)

// keyOf returns the characters of a text that a comparison keeps.
func keyOf(text string, keep kept) string {
	return strings.Map(func(r rune) rune {
		if keep.keeps(r) {
			return r
		}
		return -1
	}, text)
}

func (k kept) keeps(r rune) bool {
	switch {
	case r < 0x80 && k == letters:
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point):
		return false
	case k == visible:
		return true
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.So, unicode.Sc)
}

// joins reports whether two characters that stand side by side belong to one word. Scripts without
// spaces have no such words.
func joins(before, after rune) bool {
	return isWord(before) && isWord(after)
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N) && !unicode.In(r, unicode.Han, unicode.Hiragana,
		unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
