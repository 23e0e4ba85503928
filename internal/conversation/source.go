package conversation

import (
	"slices"
	"strings"
	"unicode"

	"engram/internal/answer"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// quoteWords is how many words in a row an answer has from a text that it quotes. Fewer are met by chance; by chance or
// not, an answer is withdrawn rather once too often.
const quoteWords = 4

// quoteDigits is how long a number is that says by itself where it is from.
const quoteDigits = 3

// sources returns the memories that an answer holds words of, each once: those that it cites, those of the matches whose
// title, words or numbers it says, and those cited by an earlier answer that it repeats.
func sources(a answer.Answer, matches []recall.Match, before []Turn) []string {
	ids := cited(a)
	says := runsOf(a.Markdown)
	for _, m := range matches {
		if slices.ContainsFunc(m.Passages, func(h recall.Hit) bool { return says.meets(h.Title) || says.meets(h.Text) }) {
			ids = append(ids, m.MemoryID)
		}
	}
	for _, turn := range before {
		if says.meets(turn.Answer.Markdown) {
			ids = append(ids, cited(turn.Answer)...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func cited(a answer.Answer) (ids []string) {
	for _, c := range a.Citations {
		ids = append(ids, c.MemoryID)
	}
	return ids
}

// runs are the stretches of one to quoteWords words of a text.
type runs map[string]bool

func runsOf(s string) runs {
	words, all := text.Words(s), runs{}
	for i := range words {
		for n := 1; n <= quoteWords && i+n <= len(words); n++ {
			all[strings.Join(words[i:i+n], " ")] = true
		}
	}
	return all
}

// meets reports whether a stretch of the other text is among the runs: as many words as a quotation has or, of a shorter
// text, all of it; or a long number.
func (r runs) meets(other string) bool {
	words := text.Words(other)
	if slices.ContainsFunc(words, func(w string) bool { return len(w) >= quoteDigits && isNumber(w) && r[w] }) {
		return true
	}
	n := min(quoteWords, len(words))
	for i := 0; n > 0 && i+n <= len(words); i++ {
		if r[strings.Join(words[i:i+n], " ")] {
			return true
		}
	}
	return false
}

func isNumber(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
}
