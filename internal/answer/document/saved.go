package document

import (
	"regexp"
	"strings"
)

// Say returns a paragraph of these words.
func Say(words string) Block { return Block{Kind: Paragraph, Spans: []Span{{Text: words}}} }

// Saved returns saved words on one line, as they are: nothing in them is markup, and what looks like an address is code.
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

// SavedProse is Saved, which leaves code between backticks what it is.
func SavedProse(s string) []Span {
	s = strings.Join(strings.Fields(Visible(s)), " ")
	var all []Span
	for s != "" {
		from, to := CodeIn(s)
		all = Join(all, padded(s[:from])...)
		if code := strings.TrimSpace(strings.Trim(s[from:to], "`")); code != "" {
			all = Join(all, Span{Text: code, Code: true})
		}
		s = s[to:]
	}
	return Trim(all)
}

// padded is Saved with the blanks at both ends.
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

// CodeIn returns where the first code between backticks begins and ends in a line: at its end when there is none.
func CodeIn(line string) (from, to int) {
	signs := ticks.FindAllStringIndex(line, -1)
	next := map[int]int{} // the end of the nearest sign of a length
	from, to = len(line), len(line)
	for i := len(signs) - 1; i >= 0; i-- {
		length := signs[i][1] - signs[i][0]
		if end := next[length]; end > 0 {
			from, to = signs[i][0], end
		}
		next[length] = signs[i][1]
	}
	return from, to
}

var (
	ticks = regexp.MustCompile("`+")
	// linked matches what other readers of markdown make a link of by themselves, even behind backslashes.
	linked = regexp.MustCompile(`(?i)://|www\.|mailto:|xmpp:|.@.`)
)
