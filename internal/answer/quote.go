package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/recall/text"
)

// maxWords is the most words of a sentence that is quoted whole; a longer one is a table or a list without stops.
const maxWords = 45

var (
	// listMarker is what stands before the item of a list and is no part of what it says.
	listMarker = regexp.MustCompile(`^([-*+•–—>#]+|[0-9]{1,3}[.)])\s+`)
	word       = regexp.MustCompile(`\S+`)
)

// quotable returns the sentences of a passage that say anything, verbatim, list markers aside and long ones in pieces.
func quotable(passage string) []string {
	var all []string
	for _, s := range text.Sentences(passage) {
		s := s.Text[len(listMarker.FindString(s.Text)):]
		for part := range slices.Chunk(word.FindAllStringIndex(s, -1), maxWords) {
			if piece := s[part[0][0]:part[len(part)-1][1]]; strings.ContainsFunc(piece, isWordRune) {
				all = append(all, piece)
			}
		}
	}
	return all
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
