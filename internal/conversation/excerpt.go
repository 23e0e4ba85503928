package conversation

import (
	"slices"
	"sort"
	"strings"

	"engram/internal/answer/document"
	"engram/internal/recall/text"
)

const (
	excerptLength = 180 // bytes, about
	excerptLead   = 32  // bytes before what was hit, about
)

// excerptOf is what a list shows of a turn: question or answer, what holds more of the words, the answer of equals. Of an
// answer that was withdrawn the question is left.
func excerptOf(t Turn, words []string) string {
	question, answer := strings.Join(strings.Fields(t.Question), " "), plain(t.Answer.Blocks)
	if answer == "" || held(question, words) > held(answer, words) {
		return excerpt(question, words)
	}
	return excerpt(answer, words)
}

// held is how many of the words begin a word of the text.
func held(s string, words []string) (n int) {
	all := text.Words(s)
	for _, w := range words {
		if slices.ContainsFunc(all, func(word string) bool { return strings.HasPrefix(word, w) }) {
			n++
		}
	}
	return n
}

// excerpt is a stretch of a line round the first word that was hit, its beginning when there is none.
func excerpt(s string, words []string) string {
	hit := firstHit(s, words)
	first := len(clip(s, max(0, hit-excerptLead)))
	if first > 0 {
		if blank := strings.IndexByte(s[first:hit], ' '); blank >= 0 {
			first += blank + 1
		}
		s = "… " + s[first:]
	}
	if len(s) <= excerptLength {
		return s
	}
	s = clip(s, excerptLength)
	if end := strings.LastIndexByte(s, ' '); end > excerptLength/2 {
		s = s[:end]
	}
	return s + " …"
}

// firstHit is where the first of the words stands in a line, 0 when none does: the beginning of what is between two blanks
// or, where that is long, as an address or a line of Japanese, shortly before.
func firstHit(s string, words []string) (at int) {
	for field := range strings.SplitSeq(s, " ") {
		if held(field, words) > 0 {
			if len(field) <= excerptLead {
				return at
			}
			end := sort.Search(len(field), func(n int) bool { return held(clip(field, n), words) > 0 })
			return at + len(clip(field, max(0, end-excerptLead)))
		}
		at += len(field) + 1
	}
	return 0
}

// plain is the text of an answer in one line, without its marks.
func plain(d document.Document) string { return strings.Join(strings.Fields(d.Text()), " ") }
