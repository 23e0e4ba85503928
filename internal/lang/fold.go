package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold brings the spellings of a word together: compatibility forms (NFKC), lower case, no accents. Marks are taken from
// the scripts where people leave them out when they type (Latin, Greek, Hebrew, Arabic) and kept where they change the
// letter: Cyrillic й, Japanese が and the vowel signs of Indian scripts stay.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.ToValidUTF8(s, "\ufffd") // norm leaves what follows an invalid byte as it is
	return stripMarks(strings.ToLower(norm.NFKC.String(s)))
}

// stripMarks drops combining marks after letters of the scripts that do without them. Russian ё is written е by most.
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

// writePlain writes r, or what people type for it where Unicode does not take the letter apart.
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
