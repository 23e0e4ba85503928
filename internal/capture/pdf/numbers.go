package pdf

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

const (
	minLineNumbers = 5 // of a page
	maxLineNumber  = 4 // digits
)

// withoutLineNumbers drops line numbers, as drafts and judgments have them: a column of counting
// numbers to the left or right of running text. Numbers in tables and lists stay.
func withoutLineNumbers(lines []line) []line {
	var numbers, text []line
	for _, l := range lines {
		if isWholeNumber(l.text) {
			numbers = append(numbers, l)
		} else {
			text = append(text, l)
		}
	}
	if len(numbers) < minLineNumbers || len(text) < minLineNumbers || !isProse(text) {
		return lines
	}
	left, right := margins(text)
	for _, isOutside := range []func(line) bool{
		func(l line) bool { return l.right <= left },
		func(l line) bool { return l.left >= right },
	} {
		column := slices.DeleteFunc(slices.Clone(numbers), func(l line) bool { return !isOutside(l) })
		if counts(column) {
			return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return isWholeNumber(l.text) && isOutside(l) })
		}
	}
	return lines
}

func isWholeNumber(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n > 0 && len(text) <= maxLineNumber && text[0] != '+'
}

// margins returns where most lines begin and end.
func margins(text []line) (left, right float64) {
	var lefts, rights []float64
	for _, l := range text {
		lefts, rights = append(lefts, l.left), append(rights, l.right)
	}
	slices.Sort(lefts)
	slices.Sort(rights)
	n := len(text)
	return lefts[n/10], rights[n*9/10]
}

// counts reports whether numbers are in one column and increase by equal steps.
func counts(column []line) bool {
	if len(column) < minLineNumbers {
		return false
	}
	slices.SortStableFunc(column, func(a, b line) int { return cmp.Compare(b.y, a.y) })
	step := 0
	for i, l := range column[1:] {
		above := column[i]
		n, _ := strconv.Atoi(l.text)
		before, _ := strconv.Atoi(above.text)
		if i == 0 {
			step = n - before
		}
		aligned := math.Abs(l.left-above.left) < l.size || math.Abs(l.right-above.right) < l.size
		if n-before != step || step != 1 && step != 5 || !aligned || l.y >= above.y {
			return false
		}
	}
	return true
}
