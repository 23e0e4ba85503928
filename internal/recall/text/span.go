package text

import (
	"strings"
	"unicode"
)

// span is a half-open range of byte offsets.
type span struct{ start, end int }

func (p span) of(s string) string { return s[p.start:p.end] }
func (p span) len() int           { return p.end - p.start }

// trim trims white space from a span.
func (p span) trim(s string) span {
	body := strings.TrimLeftFunc(p.of(s), unicode.IsSpace)
	p.start = p.end - len(body)
	p.end = p.start + len(strings.TrimRightFunc(body, unicode.IsSpace))
	return p
}

// trimmed trims spans and drops blank ones.
func trimmed(s string, spans []span) []span {
	var kept []span
	for _, p := range spans {
		if p = p.trim(s); p.len() > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}
