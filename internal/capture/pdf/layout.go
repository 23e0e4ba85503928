package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/plaintext"
)

const (
	paragraphGap = 1.4 // times the median distance of lines
	shortLine    = 0.6 // of the longest line: a shorter line ends a paragraph
)

// layOut joins the lines of a page where the text runs on, with a line break after a short line,
// and a blank line at a wide distance. It returns each line with what follows it.
func layOut(lines []line) []string {
	usual, longest := usualGap(lines), 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l.text))
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if i+1 == len(lines) {
			out[i] = written(l.text)
			break
		}
		out[i] = joined(l, lines[i+1], usual, longest)
	}
	return out
}

// joined returns a line with the separator to the next.
func joined(l, next line, usual float64, longest int) string {
	if size := min(l.size, next.size); size > largeText*usual {
		usual = size // lines of a large font are further apart
	}
	switch {
	case usual > 0 && l.y-next.y > paragraphGap*usual:
		return written(l.text) + "\n\n"
	case isHyphenated(l.text, next.text):
		_, size := utf8.DecodeLastRuneInString(l.text)
		return l.text[:len(l.text)-size]
	case float64(utf8.RuneCountInString(l.text)) < shortLine*float64(longest):
		return written(l.text) + "\n"
	case strings.HasSuffix(l.text, string(endHyphen)):
		return written(l.text) // as in Franco-German
	case isUnspaced(l.text, next.text):
		return l.text
	}
	return l.text + " "
}

// written returns a line's text with its hyphen as written.
func written(text string) string { return strings.ReplaceAll(text, string(endHyphen), "-") }

// isHyphenated reports whether a lower-case word is split at the end of a line. Before a capital or
// a number the hyphen belongs to the text.
func isHyphenated(before, next string) bool {
	hyphen, size := utf8.DecodeLastRuneInString(before)
	if hyphen != '-' && hyphen != '\u2010' && hyphen != endHyphen {
		return false
	}
	last, n := utf8.DecodeLastRuneInString(before[:len(before)-size])
	last2, _ := utf8.DecodeLastRuneInString(before[:len(before)-size-n])
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(last) && unicode.IsLetter(last2) && unicode.IsLower(first)
}

// isUnspaced reports whether text in a script without blanks continues on the next line.
func isUnspaced(before, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.In(last, plaintext.Unspaced...) && unicode.In(first, plaintext.Unspaced...)
}

// usualGap returns the median distance between lines, zero if there is none.
func usualGap(lines []line) float64 {
	var gaps []float64
	for i := 1; i < len(lines); i++ {
		if gap := lines[i-1].y - lines[i].y; gap > 0.5 {
			gaps = append(gaps, gap)
		}
	}
	return median(gaps)
}

// median returns the lower median, zero for no values. It sorts them.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
