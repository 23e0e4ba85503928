package conversation

import (
	"regexp"
	"slices"
	"strings"

	"engram/internal/recall/text"
)

const (
	excerptLength = 180 // bytes, about
	excerptLead   = 6   // words before the one that was hit
)

// excerptOf is what a list shows of the turns: what holds most of the words, the later one of equals.
func excerptOf(turns []Turn, words []string) string {
	best, most := "", -1
	for _, t := range turns {
		for _, s := range []string{t.Question, plain(t.Answer.Markdown)} {
			if hits := held(s, words); hits >= most {
				best, most = s, hits
			}
		}
	}
	return excerpt(best, words)
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

// excerpt is a stretch of a text round the first word that was hit, its beginning when there is none.
func excerpt(s string, words []string) string {
	fields := strings.Fields(s)
	hit := slices.IndexFunc(fields, func(field string) bool { return held(field, words) > 0 })
	first := max(0, hit-excerptLead)
	cut := strings.Join(fields[first:], " ")
	if first > 0 {
		cut = "… " + cut
	}
	if len(cut) <= excerptLength {
		return cut
	}
	cut = clip(cut, excerptLength)
	if end := strings.LastIndexByte(cut, ' '); end > excerptLength/2 {
		cut = cut[:end]
	}
	return cut + " …"
}

var (
	markLink   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	markNumber = regexp.MustCompile(`\s*\[(?:\d+|\?)\]`)
	markBlock  = regexp.MustCompile(`(?m)^\s*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+`)
	markRule   = regexp.MustCompile(`(?m)^[\s|:*-]+$`)
	markSpan   = regexp.MustCompile("\\\\([[:punct:]])|[*`~|]+")
)

// plain is the text of markdown in one line, without its marks and the numbers of its citations.
func plain(markdown string) string {
	s := markRule.ReplaceAllString(markdown, " ")
	s = markBlock.ReplaceAllString(s, "")
	s = markLink.ReplaceAllString(s, "$1")
	s = markNumber.ReplaceAllString(s, "")
	s = markSpan.ReplaceAllString(s, "$1")
	return strings.Join(strings.Fields(s), " ")
}
