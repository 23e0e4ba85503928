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
			all = append(all, line[from:s.Offset])
			from = s.Offset
		}
	}
	return append(all, line[from:])
}

// mask puts letters in the place of code and addresses, whose stops end no sentence, and blanks in that of numbers.
func mask(line string) string {
	fill := func(with string) func(string) string {
		return func(s string) string { return strings.Repeat(with, len(s)) }
	}
	var b strings.Builder
	for _, r := range cleanRuns(line) {
		if r.code {
			b.WriteString(fill("x")(r.text))
		} else {
			s := linkRest.ReplaceAllStringFunc(r.text, fill("x"))
			s = bareWord.ReplaceAllStringFunc(s, fill("x"))
			b.WriteString(marked.ReplaceAllStringFunc(s, fill(" ")))
		}
	}
	if b.Len() != len(line) { // it was not clean
		return line
	}
	return b.String()
}

var (
	linkRest = regexp.MustCompile(`\]\([^)]*\)`)
	// bareWord matches an address up to its last letter or digit.
	bareWord = regexp.MustCompile(`(?i)(?:https?://|www\.)[^\s<>()\[\]|]*[\pL\pN/]`)
)
