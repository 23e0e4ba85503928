package extractive

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape writes saved text as one line of markdown that shows it as it is: nothing in it becomes a link, an image, HTML,
// a heading, a list, code or emphasis, and no invisible character turns the direction of what follows. Characters that
// mean nothing where they stand are left alone, so that the text stays readable without rendering.
func escape(s string) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	var b strings.Builder
	start := blockStart(s)
	for i, r := range s {
		if i == start || r < utf8.RuneSelf && special(s, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// visible replaces invalid bytes and control characters, and drops those that change the direction of writing.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// block matches what begins a heading, a list, a quotation or a rule at the start of a paragraph.
var block = regexp.MustCompile(`^(?:[#+=>-]|[0-9]{1,9}[.)])`)

// blockStart returns the offset of the character to escape so that no block begins with s, -1 when there is none.
func blockStart(s string) int { return len(block.FindString(s)) - 1 }

// special reports whether the ASCII character at i means something to markdown where it stands.
func special(s string, i int) bool {
	before, after := s[:i], s[i+1:]
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '>', '|', '~':
		return true
	case '_': // within a word it is a letter like others
		return !endsInWord(before) || !startsWithWord(after)
	case '&': // an entity
		return after != "" && (after[0] == '#' || startsWithWord(after))
	case '@': // an address, which becomes a link
		return endsInWord(before) || startsWithWord(after)
	case ':':
		return strings.HasPrefix(after, "//") || strings.HasSuffix(strings.ToLower(before), "mailto") || strings.HasSuffix(strings.ToLower(before), "xmpp")
	case '.':
		return strings.HasSuffix(strings.ToLower(before), "www")
	}
	return false
}

func endsInWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isWordRune(r)
}

func startsWithWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}
