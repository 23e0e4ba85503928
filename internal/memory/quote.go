package memory

import (
	"strings"
	"unicode"

	"engram/internal/document/note"
)

// Says returns what reports whether a quote stands in the text of a note. White space and the signs
// of markdown don't count, and … stands for words that were left out.
func (m Memory) Says() func(quote string) bool {
	var plain strings.Builder
	for leaf := range note.Parse(m.Description).Leaves() {
		plain.WriteString(leaf.Plain())
	}
	written, read := spoken(m.Description), spoken(plain.String())
	return func(quote string) bool {
		for part := range strings.SplitSeq(quote, "…") {
			said := spoken(part)
			if !strings.Contains(written, said) && !strings.Contains(read, said) {
				return false
			}
		}
		return true
	}
}

// spoken returns a text without white space and signs of markdown.
func spoken(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("*_`~#>|[]()!\\", r) {
			return -1
		}
		return r
	}, text)
}
