package text

import (
	"strings"
	"unicode"
)

// span is a stretch of a text by byte offsets, end excluded.
type span struct{ start, end int }

func (p span) of(s string) string { return s[p.start:p.end] }
func (p span) len() int           { return p.end - p.start }

// trim leaves out the blanks at both ends of the span.
func (p span) trim(s string) span {
	body := strings.TrimLeftFunc(p.of(s), unicode.IsSpace)
	p.start = p.end - len(body)
	p.end = p.start + len(strings.TrimRightFunc(body, unicode.IsSpace))
	return p
}

// trimmed returns those of spans that are not blank, without the blanks at their ends.
func trimmed(s string, spans []span) []span {
	var kept []span
	for _, p := range spans {
		if p = p.trim(s); p.len() > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}
