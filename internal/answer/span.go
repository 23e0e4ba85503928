package answer

import (
	"regexp"
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
var notQuoted = regexp.MustCompile(`\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|[\s*_~` + "`" + `#>|\[\]!·]`)

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
	words := notQuoted.ReplaceAllString(quote, "")
	if words == "" {
		return -1, -1
	}
	var bare strings.Builder
	var kept [][2]int // where pieces of the bare text start in it and in the text
	end := 0
	for _, at := range append(notQuoted.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if at[0] > end {
			kept = append(kept, [2]int{bare.Len(), end})
			bare.WriteString(text[end:at[0]])
		}
		end = at[1]
	}
	start := strings.Index(bare.String(), words)
	if start < 0 {
		return -1, -1
	}
	place := func(of int) (at int) { // maps a byte of the bare text
		for _, k := range kept {
			if k[0] <= of {
				at = k[1] + of - k[0]
			}
		}
		return at
	}
	return place(start), place(start+len(words)-1) + 1
}
