package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/recall"
)

// Cite returns citation n of words quoted from a passage.
func Cite(n int, p recall.Passage, quote string) Citation {
	return Citation{N: n, MemoryID: p.MemoryID, Quote: quote, Passage: p.Ord,
		Span: spanOf(p.Text, quote), Page: p.Place.Page, Second: p.Place.Second}
}

// notQuoted matches what a passage has but its quotes lack: white space, markup and link targets.
// Table cells are joined by dots in quotes.
var notQuoted = regexp.MustCompile(`(?m)^[ \t>]*` + listMark +
	`|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|[\s\v\x{85}\pZ*_~` + "`" + `#>|\[\]!·]`)

// spanOf returns the characters of the text that hold the quote, zero if none do.
func spanOf(text, quote string) [2]int {
	from := strings.Index(text, quote)
	to := from + len(quote)
	if from < 0 {
		from, to = findLetters(text, quote)
	}
	if from < 0 || from == to {
		return [2]int{}
	}
	before := utf8.RuneCountInString(text[:from])
	return [2]int{before, before + utf8.RuneCountInString(text[from:to])}
}

// findLetters finds a quote by its letters and digits alone.
func findLetters(text, quote string) (from, to int) {
	in, words := bareOf(text), bareOf(quote).text
	start := strings.Index(in.text, words)
	if start < 0 || words == "" {
		return -1, -1
	}
	return in.bytes(start, start+len(words))
}

// bareText is a text without what quotes lack; at are the bytes of the text that remain.
type bareText struct {
	text string
	at   []int
}

func bareOf(text string) bareText {
	var b strings.Builder
	at := make([]int, 0, len(text))
	end := 0
	for _, gone := range append(notQuoted.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(text[end:gone[0]])
		for ; end < gone[0]; end++ {
			at = append(at, end)
		}
		end = gone[1]
	}
	return bareText{b.String(), at}
}

// bytes returns the bytes of the text that hold a part of its letters, which is not empty.
func (b bareText) bytes(from, to int) (first, end int) { return b.at[from], b.at[to-1] + 1 }

// within returns the whole letters among some bytes of the text.
func (b bareText) within(first, end int) (from, to int) {
	from, _ = slices.BinarySearch(b.at, first)
	to, _ = slices.BinarySearch(b.at, end)
	for from > 0 && from < len(b.text) && !utf8.RuneStart(b.text[from]) {
		from--
	}
	for to < len(b.text) && !utf8.RuneStart(b.text[to]) {
		to++
	}
	return from, to
}

// Locate returns the bytes of the passage that hold each of its sentences; zero for one that is not
// found.
func Locate(passage string, said []Sentence) [][2]int {
	in, from := bareOf(passage), 0
	all := make([][2]int, len(said))
	for i, s := range said {
		words := bareOf(s.Text).text
		if start := strings.Index(in.text[from:], words); start >= 0 && words != "" {
			from += start + len(words)
			all[i][0], all[i][1] = in.bytes(from-len(words), from)
		}
	}
	return all
}
