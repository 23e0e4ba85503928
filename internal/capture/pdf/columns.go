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

// Most PDFs hold their text in the order of reading. Some write the columns of a page line by line, across all of them:
// such columns are told from the rows of a table by what they hold, lines of running text that fill their width. Whatever
// is not clearly so stays as it was.
const (
	maxColumnLines = 1_000 // of a page: a fuller one stays in the order of its content
	maxColumnCuts  = 3     // of a page, one within the other: eight columns
	minColumnLines = 4     // of a column
	minColumnText  = 15    // characters of half of a column's lines; a wide one, as of Han, counts twice
	fullLine       = 0.75  // of the column's width, which most of its lines reach
	mostLines      = 0.6
	wordGap        = 0.1  // of a font's height: words stand further apart
	farGap         = 2    // times a font's height: what stands further apart is no next word
	maxCapitals    = 0.65 // of a column's lines may begin with a capital or a digit, as the cells of tables do
)

// readingOrder puts the lines of interleaved columns into one column after the other, and joins again the pieces of a line
// that turn out to belong together.
func readingOrder(lines []line) []line {
	if len(lines) <= maxColumnLines && !isRightToLeft(lines) {
		lines = byColumns(lines, maxColumnCuts)
	}
	return rejoin(lines)
}

// byColumns cuts lines at the clearest gutter between interleaved columns, when there is one, and again on both sides.
// What reaches over the gutter, such as a heading, ends the columns above it.
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

// rejoin joins pieces of a line that follow each other, and what PDFium took for a new line because a raised or lowered
// character came before it.
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

// isPieceAfter reports whether l is the next piece of the line that before belongs to, and not the beginning of a line below.
func (l line) isPieceAfter(before line) bool {
	isBelow := before.y-l.y > min(l.size, before.size)/2 && l.left < before.right
	return l.beside && !isBelow
}

// continues reports whether l goes on where before ends, at about its height.
func (l line) continues(before line) bool {
	size := min(l.size, before.size)
	return math.Abs(l.y-before.y) < size/2 && math.Abs(l.left-before.right) < size/2 && !strings.HasSuffix(before.text, string(endHyphen))
}

// gutter is a white stripe between two columns.
type gutter struct {
	left, right float64
	score       int // lines of the smaller column, less a quarter of those that reach over it
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

// findGutter finds the gutter that parts most lines of interleaved columns.
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
	for _, x := range slices.Compact(lefts) { // a gutter ends where the lines of a column begin
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

// isInterleaved reports whether the content goes from one side of the gutter to the other and back at almost every line,
// and both sides hold running text.
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

// letters counts the characters of a text, a wide one as the two letters or more that it says as much as.
func letters(text string) (n int) {
	for _, r := range text {
		if n++; width.LookupRune(r).Kind() == width.EastAsianWide {
			n++
		}
	}
	return n
}

// isRightToLeft reports whether more than a few lines are in a script that runs from right to left, as columns then do.
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
