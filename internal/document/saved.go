package document

import (
	"regexp"
	"strings"
)

// Say returns a paragraph with these words.
func Say(words string) Block { return Block{Kind: Paragraph, Spans: []Span{{Text: words}}} }

// Saved returns saved text as one line in which nothing is markup and addresses are code.
func Saved(s string) []Span {
	var all []Span
	for i, w := range strings.Fields(Visible(s)) {
		if i > 0 {
			all = Join(all, Span{Text: " "})
		}
		all = Join(all, Span{Text: w, Code: linked.MatchString(w)})
	}
	return all
}

// SavedProse is Saved, but keeps code in backticks.
func SavedProse(s string) []Span {
	s = strings.Join(strings.Fields(Visible(s)), " ")
	var all []Span
	from := 0
	for _, at := range CodeIn(s) {
		all = Join(all, padded(s[from:at[0]])...)
		if code := strings.TrimSpace(strings.Trim(s[at[0]:at[1]], "`")); code != "" {
			all = Join(all, Span{Text: code, Code: true})
		}
		from = at[1]
	}
	return Trim(Join(all, padded(s[from:])...))
}

// padded is Saved, but keeps outer blanks.
func padded(s string) []Span {
	if strings.TrimSpace(s) == "" {
		return []Span{{Text: s}}
	}
	all := Saved(s)
	if strings.HasPrefix(s, " ") {
		all = Join([]Span{{Text: " "}}, all...)
	}
	if strings.HasSuffix(s, " ") {
		all = Join(all, Span{Text: " "})
	}
	return all
}

// CodeIn returns the ranges of code spans in a line, including backticks.
func CodeIn(line string) (all [][2]int) {
	signs := ticks.FindAllStringIndex(line, -1)
	partner, next := make([]int, len(signs)), map[int]int{} // index of the next sign of the same length; 0: none
	for i := len(signs) - 1; i >= 0; i-- {
		length := signs[i][1] - signs[i][0]
		partner[i], next[length] = next[length], i
	}
	for i := 0; i < len(signs); i++ {
		if end := partner[i]; end > 0 {
			all = append(all, [2]int{signs[i][0], signs[end][1]})
			i = end
		}
	}
	return all
}

var (
	ticks = regexp.MustCompile("`+")
	// linked matches what readers make a link of by themselves, even if escaped.
	linked = regexp.MustCompile(`(?i)://|www\.|mailto:|xmpp:|.@.`)
)
