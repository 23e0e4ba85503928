package conversation

import (
	"slices"
	"sort"
	"strings"

	"engram/internal/document"
	"engram/internal/recall/text"
)

const (
	excerptLength = 180 // bytes, roughly
	excerptLead   = 32  // bytes before the hit, roughly
)

// excerptOf returns what a list shows of a turn: an excerpt of the answer or, if that has fewer of
// the words or is withdrawn, of the question.
func excerptOf(t Turn, words []string) string {
	question, answer := strings.Join(strings.Fields(t.Question), " "), plain(t.Answer.Blocks)
	if answer == "" || held(question, words) > held(answer, words) {
		return excerpt(question, words)
	}
	return excerpt(answer, words)
}

// held returns how many of the words begin a word of the text.
func held(s string, words []string) (n int) {
	all := text.Words(s)
	for _, w := range words {
		if slices.ContainsFunc(all, func(word string) bool { return strings.HasPrefix(word, w) }) {
			n++
		}
	}
	return n
}

// excerpt returns a part of a line around the first hit, or its beginning.
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

// firstHit returns the offset of the first hit, else 0: at a blank or, in a long run such as an
// address or Japanese, shortly before.
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

// plain returns an answer as one line of text.
func plain(d document.Document) string { return strings.Join(strings.Fields(d.Text()), " ") }
