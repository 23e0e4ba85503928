package answer

import (
	"regexp"
	"strings"

	"engram/internal/recall/text"
)

// sentencesOf takes a line apart; together the parts are the line. Numbers behind a full stop belong to what it ends.
func sentencesOf(line string) (all []string) {
	from := 0
	for i, s := range text.Sentences(mask(line)) {
		if i > 0 {
			at := s.Offset - len(opening.FindString(line[from:s.Offset]))
			all = append(all, line[from:at])
			from = at
		}
	}
	return append(all, line[from:])
}

// opening matches brackets and quotation marks that begin what follows, which the Unicode rules take for the end of a sentence.
var opening = regexp.MustCompile(`[\p{Ps}\p{Pi}]+$`)

// mask puts letters in the place of code, addresses and what ends sentences within a link, and blanks in that of numbers.
func mask(line string) string {
	var b strings.Builder
	for _, r := range cleanRuns(line) {
		if r.code {
			r.text = filled(r.text)
		}
		b.WriteString(r.text)
	}
	if b.Len() != len(line) { // it was not clean
		return line
	}
	s := link.ReplaceAllStringFunc(b.String(), func(found string) string { return stop.ReplaceAllStringFunc(found, filled) })
	s = linkRest.ReplaceAllStringFunc(s, filled)
	s = bareWord.ReplaceAllStringFunc(s, filled)
	return marked.ReplaceAllStringFunc(s, func(found string) string { return strings.Repeat(" ", len(found)) })
}

// filled is as many letters as a text has bytes.
func filled(s string) string { return strings.Repeat("x", len(s)) }

var (
	link     = regexp.MustCompile(`\[[^\[\]]*\]\(`)
	linkRest = regexp.MustCompile(`\]\([^)]*\)`)
	stop     = regexp.MustCompile(`[.!?…。！？．｡؟।]`)
	// bareWord matches an address up to its last letter or digit.
	bareWord = regexp.MustCompile(`(?i)(?:https?://|www\.)[^\s<>()\[\]|]*[\pL\pN/]`)
)
