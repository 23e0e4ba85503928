package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold normalises a word: NFKC, lower case, no accents. Marks are removed in Latin, Greek, Hebrew
// and Arabic, where people omit them, and kept where they make another letter: Cyrillic й, Japanese
// が, Indian vowel signs.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.ToValidUTF8(s, "\ufffd") // norm does not change what follows an invalid byte
	return stripMarks(strings.ToLower(norm.NFKC.String(s)))
}

// stripMarks removes combining marks in scripts that people write without them. Russian ё becomes
// е.
func stripMarks(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	bare := false
	for _, r := range norm.NFD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			if bare || r == '\u0308' && strings.HasSuffix(b.String(), "е") {
				continue
			}
		} else {
			bare = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Hebrew, unicode.Arabic)
		}
		writePlain(&b, r)
	}
	return norm.NFC.String(b.String())
}

// writePlain writes r, or its usual ASCII spelling if Unicode does not decompose it.
func writePlain(b *strings.Builder, r rune) {
	switch r {
	case 'ß':
		b.WriteString("ss")
	case 'æ':
		b.WriteString("ae")
	case 'œ':
		b.WriteString("oe")
	case 'ø':
		b.WriteByte('o')
	case 'ł':
		b.WriteByte('l')
	case 'đ', 'ð':
		b.WriteByte('d')
	case 'ı':
		b.WriteByte('i')
	case '’', 'ʼ':
		b.WriteByte('\'')
	default:
		b.WriteRune(r)
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
