package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/answer/document"
	"engram/internal/recall"
)

// NoAnswer says that what was saved holds none.
const NoAnswer = "Nothing you saved answers this."

// NoSureAnswer stands over what comes closest.
const NoSureAnswer = "Closest I have:"

// What a memory needs to be named beside the question that it does not answer.
const (
	nearCoverage   = 0.05
	nearSimilarity = 0.3
	maxNamed       = 3
)

// Refusal says that nothing answers, and what comes nearest to it: by its words and, where the similarities are those of the
// encoder that they were fitted on, by its meaning.
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

// Named is the name of a memory with the number of its match, which is the i-th.
func Named(h recall.Hit, i int) document.Block {
	return document.Block{Kind: document.Paragraph, Spans: Cited(document.Saved(NameOf(h)), i)}
}

// Cited is words with the number of the i-th match behind them.
func Cited(words []document.Span, i int) []document.Span {
	return document.Join(words, document.Span{Text: " "}, document.Span{Cite: i + 1})
}

// nameWords is how many words a memory without a title is called by.
const nameWords = 8

// NameOf is what a memory is called by: its title or how this passage of it begins.
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

// noAnswer is what a model writes when the passages hold no answer: one token that no language has.
const noAnswer = "NO_ANSWER"

// The token as models write it: in quotes, brackets or bold, escaped, in small letters, without its underscore.
const (
	spacedNoAnswer  = "NO ANSWER"
	writtenNoAnswer = `(?:(?i:no)\\?_(?i:answer)|NO[ -]?ANSWER)`
	noAnswerEnd     = `(?:\\?_*(?:[^\pL\pN_\\]|$))` // no longer name, such as NO_ANSWER_FOUND
)

var (
	noAnswerToken = regexp.MustCompile(`(?:^|[^\pL\pN])` + writtenNoAnswer + noAnswerEnd)
	noAnswerFirst = regexp.MustCompile(`^[^\pL\pN]*` + writtenNoAnswer + noAnswerEnd)
	// noAnswerLast matches the token by itself behind the end of a sentence.
	noAnswerLast = regexp.MustCompile("([.!?…。！？\\])])[\\s*_\"'`(>-]*" + writtenNoAnswer + `[^\pL\pN]*$`)
	// noAnswerOpen matches what may be the token, or become it, where a text is told as far as the last blank in it.
	noAnswerOpen = regexp.MustCompile("[\\s*_\"'`(>-]*(?:^|[^\\pL\\pN])(?:" + writtenNoAnswer + `[^\pL\pN]*|NO[ -]?A?N?S?W?E?R?[ \t]*)$`)
	// ofNoAnswer matches a text whose first sentence goes on behind the token: it may speak of one that was saved.
	ofNoAnswer = regexp.MustCompile(`^[^\pL\pN]*(?:` + writtenNoAnswer + "[`*_\"' ]*\\p{Ll}|" + spacedNoAnswer + " +\\p{Lu}{2})")
)

// mayRefuse reports whether a text that is not yet complete is, or may become, one that begins with the token.
func mayRefuse(text string) bool {
	begun := strings.TrimLeftFunc(text, func(r rune) bool { return !isWordRune(r) })
	begun = begun[:min(len(begun), 2*len(noAnswer))] // the token at least
	if noAnswerFirst.MatchString(begun) {
		return true
	}
	begun = strings.TrimRightFunc(strings.ReplaceAll(begun, `\`, ""), unicode.IsSpace)
	return len(begun) < len(noAnswer) && (strings.EqualFold(begun, noAnswer[:len(begun)]) || strings.HasPrefix(spacedNoAnswer, begun))
}

// refuses reports whether a whole text says that the passages hold no answer: it begins with the token, or has it somewhere
// and cites nothing. Clean is the same text without what must not be shown.
func refuses(text string, d document.Document) bool {
	if noAnswerFirst.MatchString(text) && !ofNoAnswer.MatchString(text) {
		return true
	}
	return noAnswerToken.MatchString(text) && len(d.Cites()) == 0
}
