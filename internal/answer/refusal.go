package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/document"
	"engram/internal/recall"
)

// NoAnswer is the refusal.
const NoAnswer = "Nothing you saved answers this."

// NoSureAnswer introduces the closest sentences.
const NoSureAnswer = "Closest I have:"

// What a memory needs to be named in a refusal.
const (
	nearCoverage   = 0.05
	nearSimilarity = 0.3
	maxNamed       = 3
)

// Refusal returns the refusal with the nearest memories: by words and, if similarities come from
// the encoder that the thresholds were fitted to, by meaning.
func Refusal(matches []recall.Match, fitted bool) document.Document {
	near := func(h recall.Hit) bool {
		return h.Coverage >= nearCoverage || fitted && h.Similarity >= nearSimilarity
	}
	var nearest []document.Document
	for i, named := 0, 0; i < len(matches) && named < maxNamed; i++ {
		if slices.ContainsFunc(matches[i].Passages, near) {
			nearest = append(nearest, document.Document{Named(matches[i].Passages[0], i)})
			named++
		}
	}
	if nearest == nil {
		return document.Document{document.Say(NoAnswer)}
	}
	return document.Document{
		document.Say(NoAnswer), document.Say("The nearest to it:"),
		{Kind: document.List, Items: nearest},
	}
}

// Named returns the name of a memory with the number of its match.
func Named(h recall.Hit, i int) document.Block {
	return document.Block{Kind: document.Paragraph, Spans: Cited(document.Saved(NameOf(h)), i, 0)}
}

// Cited returns words with a citation of match i. citation is its place in Answer.Citations, from
// 1, or 0 if it has none.
func Cited(words []document.Span, i, citation int) []document.Span {
	return document.Join(words, document.Span{Text: " "}, document.Span{Cite: i + 1, Citation: citation})
}

// nameWords is the length of the name of a memory without a title.
const nameWords = 8

// NameOf returns a memory's title, or the beginning of the passage.
func NameOf(h recall.Hit) string {
	if strings.TrimSpace(h.Title) != "" {
		return h.Title
	}
	words := strings.Fields(h.Text)
	if len(words) <= nameWords {
		return strings.Join(words, " ")
	}
	return strings.Join(words[:nameWords], " ") + " …"
}

// noAnswer is the token with which the model refuses; it is a word of no language.
const noAnswer = "NO_ANSWER"

// The token as models write it: quoted, bold, escaped, lower-case, without its underscore.
const (
	spacedNoAnswer  = "NO ANSWER"
	writtenNoAnswer = `(?:(?i:no)\\?_(?i:answer)|NO[ -]?ANSWER)`
	noAnswerEnd     = `(?:\\?_*(?:[^\pL\pN_\\]|$))` // not a longer name such as NO_ANSWER_FOUND
)

var (
	noAnswerToken = regexp.MustCompile(`(?:^|[^\pL\pN])` + writtenNoAnswer + noAnswerEnd)
	noAnswerFirst = regexp.MustCompile(`^[^\pL\pN]*` + writtenNoAnswer + noAnswerEnd)
	// noAnswerLast matches the token alone after the last sentence.
	noAnswerLast = regexp.MustCompile("([.!?…。！？\\])])[\\s*_\"'`(>-]*" + writtenNoAnswer + `[^\pL\pN]*$`)
	// noAnswerOpen matches the token or a prefix of it at the end of a streamed text.
	noAnswerOpen = regexp.MustCompile("[\\s*_\"'`(>-]*(?:^|[^\\pL\\pN])(?:" + writtenNoAnswer + `[^\pL\pN]*|NO[ -]?A?N?S?W?E?R?[ \t]*)$`)
	// ofNoAnswer matches a first sentence that continues after the token: it may be about a saved
	// text with that name.
	ofNoAnswer = regexp.MustCompile(`^[^\pL\pN]*(?:` + writtenNoAnswer + "[`*_\"' ]*\\p{Ll}|" + spacedNoAnswer + " +\\p{Lu}{2})")
)

// mayRefuse reports whether an incomplete text begins with the token or may come to.
func mayRefuse(text string) bool {
	begun := strings.TrimLeftFunc(text, func(r rune) bool { return !isWordRune(r) })
	begun = begun[:min(len(begun), 2*len(noAnswer))] // the token at least
	if noAnswerFirst.MatchString(begun) {
		return true
	}
	begun = strings.TrimRightFunc(strings.ReplaceAll(begun, `\`, ""), unicode.IsSpace)
	return len(begun) < len(noAnswer) &&
		(strings.EqualFold(begun, noAnswer[:len(begun)]) ||
			strings.HasPrefix(spacedNoAnswer, begun))
}

// refuses reports whether a whole text is a refusal: it begins with the token, or contains it and
// cites nothing.
func refuses(text string, d document.Document) bool {
	if noAnswerFirst.MatchString(text) && !ofNoAnswer.MatchString(text) {
		return true
	}
	return noAnswerToken.MatchString(text) && len(d.Cites()) == 0
}
