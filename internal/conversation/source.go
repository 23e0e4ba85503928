package conversation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/answer"
	"engram/internal/answer/document"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// quoteWords is how many words in a row an answer has from a text that it quotes. Fewer are met by chance; by chance or
// not, an answer is withdrawn rather once too often.
const quoteWords = 4

// A number says by itself where it is from when it has so many digits and is not one of the years that anything is said of.
const (
	quoteDigits = 3
	firstYear   = 1900
	lastYear    = 2100
)

// sources returns the memories that an answer holds words of, each once: those that it cites or has the number of, as a
// refusal that names what is nearest, those of the matches whose title, words or numbers it says, and those of an earlier
// answer that it repeats.
func sources(a answer.Answer, matches []recall.Match, before []Turn) []string {
	var ids []string
	for _, c := range append(numbered(a.Blocks, matches), a.Citations...) {
		ids = append(ids, c.MemoryID)
	}
	says := sayingOf(a.Blocks)
	for _, m := range matches {
		if slices.ContainsFunc(m.Passages, func(h recall.Hit) bool { return says.meets(h.Title) || says.meets(h.Text) }) {
			ids = append(ids, m.MemoryID)
		}
	}
	for _, turn := range before {
		if slices.ContainsFunc(told(turn.Answer), says.meets) {
			ids = append(ids, turn.Sources...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// numbered are the memories whose numbers stand in an answer, without the words that are said of them.
func numbered(d document.Document, matches []recall.Match) (named []answer.Citation) {
	for _, n := range d.Cites() {
		if n <= len(matches) {
			named = append(named, answer.Citation{N: n, MemoryID: matches[n-1].MemoryID})
		}
	}
	return named
}

// told are the stretches of an answer that came from memories: every line with a mark and, but for a refusal, all of it.
func told(a answer.Answer) (all []string) {
	if a.Answered() {
		all = append(all, plain(a.Blocks))
	}
	a.Blocks.Edit(func(_ document.Kind, row []document.Cell) {
		if line := slices.Concat(row...); slices.ContainsFunc(line, document.Span.IsMark) {
			all = append(all, document.Plain(line))
		}
	})
	return all
}

// saying is what an answer says.
type saying struct {
	plain string
	runs  map[string]bool // of one to quoteWords words in a row, of the text as it is shown and as markdown, which has its addresses
}

func sayingOf(d document.Document) saying {
	s := saying{plain(d), map[string]bool{}}
	for _, words := range [][]string{text.Words(d.Markdown()), text.Words(s.plain)} {
		for i := range words {
			for n := 1; n <= quoteWords && i+n <= len(words); n++ {
				s.runs[strings.Join(words[i:i+n], " ")] = true
			}
		}
	}
	return s
}

// meets reports whether a stretch of the other text is said: as many words as a quotation has or, of a shorter text, all of
// it; or a telling number.
func (s saying) meets(other string) bool {
	words := text.Words(other)
	if len(words) == 0 {
		other = strings.TrimSpace(other)
		return strings.ContainsFunc(other, pictured) && strings.Contains(s.plain, other)
	}
	if slices.ContainsFunc(words, func(w string) bool { return telling(w) && s.runs[w] }) {
		return true
	}
	n := min(quoteWords, len(words))
	for i := 0; i+n <= len(words); i++ {
		if s.runs[strings.Join(words[i:i+n], " ")] {
			return true
		}
	}
	return false
}

// pictured reports whether a character is a picture, as an emoji is: those say something without a word.
func pictured(r rune) bool { return unicode.Is(unicode.So, r) }

// telling reports whether a word is a number that says by itself where it is from.
func telling(word string) bool {
	if len(word) < quoteDigits || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' }) {
		return false
	}
	year, err := strconv.Atoi(word)
	return err != nil || year < firstYear || year > lastYear
}
