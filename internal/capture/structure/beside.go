package structure

import (
	"slices"

	"engram/internal/document"
)

// The text in bytes that may stand between a picture and the text taken: a caption that was left
// out, or a date above the first paragraph. More than that is another article's.
const (
	maxCaption = 200
	maxAbove   = 100
)

// beside returns the parts without the pictures and rules that stand away from what was matched.
func beside(parts []part, matches []match) (all []part) {
	for _, p := range parts {
		switch p.block.Kind {
		case document.Figure:
			if !isBeside(p.area, matches) {
				continue
			}
		case document.Rule:
			if next := following(p.area, matches); next == 0 || next == len(matches) || !isBeside(p.area, matches) {
				continue
			}
		}
		if len(p.items) > 0 {
			items := make([][]part, len(p.items))
			for i, item := range p.items {
				items[i] = beside(item, matches)
			}
			p.items = items
		}
		all = append(all, p)
	}
	return all
}

// isBeside reports whether an area of the page has matched text in it, on both sides, or on one
// side with little else on the other.
func isBeside(a area, matches []match) bool {
	next := following(a, matches)
	if next == 0 {
		return len(matches) > 0 && matches[0].page-a.to <= maxAbove
	}
	before := max(a.from-(matches[next-1].page+matches[next-1].length), 0)
	if next == len(matches) {
		return before == 0
	}
	after := matches[next].page - a.to
	return min(before, after) == 0 && max(before, after) <= maxCaption
}

// following returns the first match behind an area.
func following(a area, matches []match) int {
	next, _ := slices.BinarySearchFunc(matches, a.to, func(m match, at int) int { return m.page - at })
	return next
}
