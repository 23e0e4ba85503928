package pdf

import "slices"

const (
	maxBoxes   = 150 // of a page: a fuller one keeps the order of its content
	boxGap     = 2.5 // times the font's height: the maximum distance of a box's lines
	boxOverlap = 0.5 // of the narrower one's width: boxes with less overlap are side by side
	boxTouch   = 0.3 // of the font's height: boxes may overlap vertically by that
)

// textBox is a block of lines, each below the previous one.
type textBox struct {
	lines                    []line
	left, right, top, bottom float64
}

// boxesInOrder sorts text boxes that are above each other: some programs write them in the order of
// creation. Boxes side by side and pages with text that is not upright are unchanged.
func boxesInOrder(lines []line) []line {
	boxes := textBoxes(lines)
	if len(boxes) < 2 || len(boxes) > maxBoxes || slices.ContainsFunc(lines, func(l line) bool { return l.size <= 0 }) {
		return lines
	}
	var out []line
	for len(boxes) > 0 {
		next := max(slices.IndexFunc(boxes, func(b textBox) bool {
			return !slices.ContainsFunc(boxes, func(other textBox) bool { return other.isAbove(b) })
		}), 0)
		out = append(out, boxes[next].lines...)
		boxes = slices.Delete(boxes, next, next+1)
	}
	return out
}

func textBoxes(lines []line) (boxes []textBox) {
	for _, l := range lines {
		if n := len(boxes); n > 0 && boxes[n-1].goesOn(l) {
			boxes[n-1].add(l)
			continue
		}
		boxes = append(boxes, textBox{lines: []line{l}, left: l.left, right: l.right, top: l.y + l.size, bottom: l.y})
	}
	return boxes
}

// goesOn reports whether l is the next line of the box, or a fragment of its last line.
func (b textBox) goesOn(l line) bool {
	last := b.lines[len(b.lines)-1]
	down, size := last.y-l.y, max(last.size, l.size)
	return l.beside || down > -size/2 && down < boxGap*size && l.left < b.right && l.right > b.left
}

func (b *textBox) add(l line) {
	b.lines = append(b.lines, l)
	b.left, b.right = min(b.left, l.left), max(b.right, l.right)
	b.top, b.bottom = max(b.top, l.y+l.size), min(b.bottom, l.y)
}

func (b textBox) isAbove(other textBox) bool {
	shared := min(b.right, other.right) - max(b.left, other.left)
	narrower := min(b.right-b.left, other.right-other.left)
	touch := boxTouch * b.lines[len(b.lines)-1].size
	return b.bottom >= other.top-touch && b.bottom > other.bottom && b.top > other.top && shared > boxOverlap*narrower
}
