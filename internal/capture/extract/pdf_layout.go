package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// line is one line of a PDF's page. y is the height of its baseline in points, counted from the page's foot.
type line struct {
	text string
	y    float64
}

const (
	paragraphGap = 1.4 // times the usual distance of lines
	shortLine    = 0.6 // of the longest line: one that ends before has ended on purpose
)

// layOut joins the lines of a page: into one where the text runs on, with a line break after one that ends early, and
// with a blank line where the distance to the next is wider than usual.
func layOut(lines []line) string {
	usual, longest := usualGap(lines), 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l.text))
	}
	var out []byte
	for i, l := range lines {
		if i > 0 {
			out = joint(out, lines[i-1], l, usual, longest)
		}
		out = append(out, l.text...)
	}
	return strings.ReplaceAll(string(out), string(endHyphen), "")
}

// joint ends out, which ends in the line before, such that next can follow.
func joint(out []byte, before, next line, usual float64, longest int) []byte {
	switch {
	case usual > 0 && before.y-next.y > paragraphGap*usual:
		return append(out, "\n\n"...)
	case isHyphenated(before.text, next.text):
		_, size := utf8.DecodeLastRune(out)
		return out[:len(out)-size]
	case float64(utf8.RuneCountInString(before.text)) < shortLine*float64(longest):
		return append(out, '\n')
	}
	if text, ok := bytes.CutSuffix(out, []byte(string(endHyphen))); ok {
		return append(text, '-') // as in Franco-German
	}
	return append(out, ' ')
}

// endHyphen is what PDFium makes of a hyphen that ends a line.
const endHyphen = '\u0002'

// isHyphenated reports whether a word of small letters is cut at the end of a line. A word with a capital after the
// hyphen, or a number, is written with it anyway.
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

// usualGap is the median distance of a line to the next below it, zero when there is none.
func usualGap(lines []line) float64 {
	var gaps []float64
	for i := 1; i < len(lines); i++ {
		if gap := lines[i-1].y - lines[i].y; gap > 0.5 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[(len(gaps)-1)/2]
}

// lineBuilder makes lines out of characters. White space within a line is folded.
type lineBuilder struct {
	lines []line
	text  strings.Builder
	y     float64 // of the last line that has one
	blank bool
	half  rune // the first of two surrogates
}

// add takes the next character and reports whether it is the first of its line, whose height is wanted.
func (b *lineBuilder) add(r rune) (first bool) {
	switch {
	case r == '\n' || r == '\r' || r == '\f':
		b.flush()
		return false
	case utf16.IsSurrogate(r):
		pair := utf16.DecodeRune(b.half, r)
		b.half = r
		if pair == unicode.ReplacementChar {
			return false
		}
		r = pair
	case r == endHyphen || r == '\ufffe':
		b.text.WriteRune(endHyphen)
		b.flush() // PDFium joins the two lines, whose heights differ
		return false
	case unicode.IsSpace(r):
		b.blank = true
		return false
	case unicode.IsControl(r) || !utf8.ValidRune(r):
		return false
	}
	first = b.text.Len() == 0
	if b.blank && !first {
		b.text.WriteByte(' ')
	}
	b.blank = false
	b.text.WriteRune(r)
	return first
}

// at tells the height of the line under way.
func (b *lineBuilder) at(y float64) { b.y = y }

func (b *lineBuilder) flush() {
	if b.text.Len() > 0 {
		b.lines = append(b.lines, line{text: b.text.String(), y: b.y})
	}
	b.text.Reset()
	b.blank = false
}

// end gives all lines.
func (b *lineBuilder) end() []line {
	b.flush()
	return b.lines
}
