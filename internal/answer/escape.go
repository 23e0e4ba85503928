package answer

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Escape writes saved text as one line of markdown that shows it as it is: nothing in it becomes a link, an image, HTML,
// a heading, a list, code or emphasis, and no invisible character turns the direction of what follows. Characters that
// mean nothing where they stand are left alone, so that the text stays readable without rendering.
func Escape(s string) string {
	words := strings.Fields(visible(s))
	for i, w := range words {
		switch {
		case linked.MatchString(w):
			words[i] = codeSpan(w)
		case i == 0:
			words[i] = escapeWord(w, blockStart(w))
		default:
			words[i] = escapeWord(w, -1)
		}
	}
	return strings.Join(words, " ")
}

// EscapeProse is Escape, which leaves code spans what they are.
func EscapeProse(s string) string {
	var b strings.Builder
	for _, r := range cleanRuns(oneLine(visible(s))) {
		said := Escape(r.text)
		if inner := strings.TrimSpace(strings.Trim(r.text, "`")); r.code && inner != "" {
			said = codeSpan(inner)
		}
		if strings.HasPrefix(r.text, " ") {
			b.WriteByte(' ')
		}
		b.WriteString(said)
		if strings.HasSuffix(r.text, " ") {
			b.WriteByte(' ')
		}
	}
	return oneLine(b.String())
}

// linked matches what renderers make a link of by themselves. Many do so after they have taken backslashes away, so
// that only a code span keeps it text.
var linked = regexp.MustCompile(`(?i)://|www\.|mailto:|xmpp:|.@.`)

// codeSpan sets a word as a code span, in more backticks than it has itself.
func codeSpan(w string) string {
	fence := "`"
	for strings.Contains(w, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		w = " " + w + " " // a backtick at the end would be the fence's; renderers drop the blanks
	}
	return fence + w + fence
}

// escapeWord puts a backslash before what is special, and before the character at offset also.
func escapeWord(w string, also int) string {
	var b strings.Builder
	for i, r := range w {
		if i == also || r < utf8.RuneSelf && special(w, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// opener matches what begins a heading, a list, a quotation or a rule at the start of a paragraph.
var opener = regexp.MustCompile(`^(?:[#+=>-]|[0-9]{1,9}[.)])`)

// blockStart returns the offset of the character to escape so that no block begins with s, -1 when there is none.
func blockStart(s string) int { return len(opener.FindString(s)) - 1 }

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
