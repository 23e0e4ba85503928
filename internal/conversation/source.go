package conversation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// quoteWords is the number of words in a row that count as a quotation. Chance matches withdraw an
// answer once too often, which is the safe side.
const quoteWords = 4

// A number with this many digits identifies its source, unless it is a common year.
const (
	quoteDigits = 3
	firstYear   = 1900
	lastYear    = 2100
)

// sources returns the ids of the memories whose words are in an answer: those cited or numbered,
// those of the matches whose title, words or numbers it repeats, and those of an earlier answer
// that it repeats.
func sources(a answer.Answer, matches []recall.Match, before []Turn) []string {
	var ids []string
	for _, c := range append(numbered(a.Blocks, matches), a.Citations...) {
		ids = append(ids, c.MemoryID)
	}
	says := sayingOf(a.Blocks)
	for _, m := range matches {
		if slices.ContainsFunc(m.Passages,
			func(h recall.Hit) bool { return says.meets(h.Title) || says.meets(h.Text) }) {
			ids = append(ids, m.MemoryID)
		}
	}
	for _, turn := range before {
		if slices.ContainsFunc(fromMemories(turn.Answer), says.meets) {
			ids = append(ids, turn.Sources...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// numbered returns a citation for each memory whose number is in an answer.
func numbered(d document.Document, matches []recall.Match) (named []answer.Citation) {
	for _, n := range d.Cites() {
		if n <= len(matches) {
			named = append(named, answer.Citation{N: n, MemoryID: matches[n-1].MemoryID})
		}
	}
	return named
}

// fromMemories returns the parts of an answer that came from memories: all of it or, of a refusal,
// the lines with a mark.
func fromMemories(a answer.Answer) (all []string) {
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

// phrases are the words of an answer, for comparison.
type phrases struct {
	plain string
	runs  map[string]bool // runs of up to quoteWords words, of the text and of the markdown with its addresses
}

func sayingOf(d document.Document) phrases {
	s := phrases{plain(d), map[string]bool{}}
	for _, words := range [][]string{text.Words(d.Markdown()), text.Words(s.plain)} {
		for i := range words {
			for n := 1; n <= quoteWords && i+n <= len(words); n++ {
				s.runs[strings.Join(words[i:i+n], " ")] = true
			}
		}
	}
	return s
}

// meets reports whether the answer repeats the other text: quoteWords in a row, all of a shorter
// text, or a telling number.
func (s phrases) meets(other string) bool {
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

// pictured reports whether a character is a symbol such as an emoji.
func pictured(r rune) bool { return unicode.Is(unicode.So, r) }

// telling reports whether a word is a number that identifies its source.
func telling(word string) bool {
	if len(word) < quoteDigits || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' }) {
		return false
	}
	year, err := strconv.Atoi(word)
	return err != nil || year < firstYear || year > lastYear
}
