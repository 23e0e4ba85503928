package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Most PDFs contain their text in reading order. Some write columns line by line across the page.
// They are distinguished from tables by their content: running text that fills the column's width. Unclear
// pages are unchanged.
const (
	maxColumnLines = 1_000 // of a page: a fuller one keeps the order of its content
	maxColumnCuts  = 3     // nested cuts of a page: eight columns
	minColumnLines = 4     // of a column
	// characters of half of a column's lines; wide ones such as Han count twice
	minColumnText = 15
	fullLine      = 0.75 // of the column's width, reached by most of its lines
	mostLines     = 0.6
	wordGap       = 0.1 // of the font's height: the minimum distance of words
	farGap        = 2   // of a column's lines may begin with a capital or digit, as table cells do
	// of a column's lines may begin with a capital or digit, as table cells do
	maxCapitals = 0.65
)

// readingOrder puts interleaved columns one after the other and rejoins the fragments of a line.
func readingOrder(lines []line) []line {
	if len(lines) <= maxColumnLines && !isRightToLeft(lines) {
		lines = byColumns(lines, maxColumnCuts)
	}
	return rejoin(lines)
}

// byColumns splits lines at the clearest gutter between interleaved columns, recursively. Lines
// across the gutter, such as headings, end the columns above.
func byColumns(lines []line, cuts int) []line {
	if cuts == 0 {
		return lines
	}
	g, ok := findGutter(lines)
	if !ok {
		return lines
	}
	var out, left, right []line
	end := func() {
		out = slices.Concat(out, byColumns(left, cuts-1), byColumns(right, cuts-1))
		left, right = nil, nil
	}
	for _, l := range lines {
		switch g.side(l) {
		case leftOf:
			left = append(left, l)
		case rightOf:
			right = append(right, l)
		default:
			end()
			out = append(out, l)
		}
	}
	end()
	return out
}

// rejoin joins consecutive fragments of a line, and lines that PDFium split at a superscript or
// subscript.
func rejoin(lines []line) []line {
	var out []line
	for _, l := range lines {
		n := len(out)
		if n == 0 || l.nth != out[n-1].nth+1 || !l.isPieceAfter(out[n-1]) && !l.continues(out[n-1]) {
			out = append(out, l)
			continue
		}
		before := &out[n-1]
		if l.beside && l.spaced && l.left-before.right > farGap*l.size {
			before.far = append(before.far, len(before.text))
		}
		if l.beside && l.spaced || !l.beside && l.left-before.right > wordGap*l.size {
			before.text += " "
		}
		before.text += l.text
		before.last, before.nth, before.right = l.last, l.nth, max(before.right, l.right)
	}
	return out
}

// isPieceAfter reports whether l is the next fragment of before's line rather than the beginning of
// a line below.
func (l line) isPieceAfter(before line) bool {
	isBelow := before.y-l.y > min(l.size, before.size)/2 && l.left < before.right
	return l.beside && !isBelow
}

// continues reports whether l continues before at about the same height.
func (l line) continues(before line) bool {
	size := min(l.size, before.size)
	return math.Abs(l.y-before.y) < size/2 && math.Abs(l.left-before.right) < size/2 && !strings.HasSuffix(before.text, string(endHyphen))
}

// gutter is the empty stripe between two columns.
type gutter struct {
	left, right float64
	score       int // lines of the smaller column, minus a quarter of those across the gutter
}

type side int

const (
	over side = iota
	leftOf
	rightOf
)

func (g gutter) side(l line) side {
	switch {
	case l.right <= g.left:
		return leftOf
	case l.left >= g.right:
		return rightOf
	}
	return over
}

// findGutter finds the gutter that separates the most lines of interleaved columns.
func findGutter(lines []line) (best gutter, ok bool) {
	var sizes, lefts []float64
	for _, l := range lines {
		if l.size > 0 {
			sizes, lefts = append(sizes, l.size), append(lefts, math.Floor(l.left))
		}
	}
	width := median(sizes) / 2
	slices.Sort(lefts)
	var found []gutter
	for _, x := range slices.Compact(lefts) { // a gutter ends where a column's lines begin
		g := gutter{left: x - width, right: x}
		if g.score = g.worth(lines); g.score > 0 {
			found = append(found, g)
		}
	}
	slices.SortStableFunc(found, func(a, b gutter) int { return cmp.Compare(b.score, a.score) })
	i := slices.IndexFunc(found, func(g gutter) bool { return g.isInterleaved(lines) })
	if i < 0 {
		return gutter{}, false
	}
	return found[i], true
}

func (g gutter) worth(lines []line) int {
	var n [3]int
	for _, l := range lines {
		n[g.side(l)]++
	}
	if smaller := min(n[leftOf], n[rightOf]); smaller >= minColumnLines {
		return smaller - n[over]/4
	}
	return 0
}

// isInterleaved reports whether the content alternates between the sides at almost every line, and
// both are running text.
func (g gutter) isInterleaved(lines []line) bool {
	var columns [3][]line
	changes, at := 0, over
	for _, l := range lines {
		s := g.side(l)
		if s != over && at != over && s != at {
			changes++
		}
		at = s
		columns[s] = append(columns[s], l)
	}
	left, right := columns[leftOf], columns[rightOf]
	return changes >= min(len(left), len(right)) && isProse(left) && isProse(right)
}

// isProse reports whether the lines of a column are running text.
func isProse(lines []line) bool {
	var widths, lengths []float64
	capitals := 0
	for _, l := range lines {
		widths = append(widths, l.right-l.left)
		lengths = append(lengths, float64(letters(l.text)))
		if first, _ := utf8.DecodeRuneInString(l.text); unicode.IsUpper(first) || unicode.IsDigit(first) {
			capitals++
		}
	}
	slices.Sort(widths)
	n := len(widths)
	usual, atLeast := widths[n*9/10], widths[n-int(math.Ceil(mostLines*float64(n)))]
	return atLeast >= fullLine*usual && median(lengths) >= minColumnText && float64(capitals) <= maxCapitals*float64(n)
}

// letters counts the characters of a text, wide ones as two.
func letters(text string) (n int) {
	for _, r := range text {
		if n++; width.LookupRune(r).Kind() == width.EastAsianWide {
			n++
		}
	}
	return n
}

// isRightToLeft reports whether more than a few lines are in a right-to-left script, in which
// columns are ordered likewise.
func isRightToLeft(lines []line) bool {
	n := 0
	for _, l := range lines {
		for _, r := range l.text {
			if r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
				n++
				break
			}
		}
	}
	return n*4 > len(lines)
}
