package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/recall/text"
)

// maxQuoted is the most words of a sentence that is quoted whole.
const maxQuoted = 45

var (
	// listMarker is what stands before the item of a list and is no part of what it says.
	listMarker = regexp.MustCompile(`^([-*+•–—>#]+|[0-9]{1,3}[.)])\s+`)
	word       = regexp.MustCompile(`\S+`)
)

// Sentences returns the sentences of a passage that say anything, verbatim, list markers aside. One of more words than these,
// which is a table or a list without stops, comes in pieces.
func Sentences(passage string, words int) []string {
	var all []string
	for _, s := range text.Sentences(passage) {
		for _, piece := range pieces(s.Text[len(listMarker.FindString(s.Text)):], words) {
			if strings.ContainsFunc(piece, isWordRune) {
				all = append(all, piece)
			}
		}
	}
	return all
}

// pieces cuts a sentence of too many words into several.
func pieces(s string, most int) (all []string) {
	if blanks(s) < most { // most sentences, which so need no search for their words
		return []string{s}
	}
	for part := range slices.Chunk(word.FindAllStringIndex(s, -1), most) {
		all = append(all, s[part[0][0]:part[len(part)-1][1]])
	}
	return all
}

// blanks counts the bytes that words end at.
func blanks(s string) (n int) {
	for i := range len(s) {
		if s[i] <= ' ' {
			n++
		}
	}
	return n
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
