package highlight

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// index is the text without what the comparison ignores.
type index struct {
	keep   kept
	leaves []leaf
	key    string
	from   []int // byte of the key at which each leaf begins
}

// by returns the index of what is kept, made once.
func (t *Text) by(keep kept) *index {
	if t.index[keep] == nil {
		x, b := &index{keep: keep, leaves: t.leaves, from: make([]int, len(t.leaves))}, strings.Builder{}
		for i, l := range t.leaves {
			x.from[i] = b.Len()
			b.WriteString(keyOf(l.text, keep))
		}
		x.key = b.String()
		t.index[keep] = x
	}
	return t.index[keep]
}

// byteOf returns the byte of the key at a position, or at the nearest in the document.
func (x *index) byteOf(p Position) int {
	switch {
	case len(x.leaves) == 0 || p.Leaf < 0:
		return 0
	case p.Leaf >= len(x.leaves):
		return len(x.key)
	}
	text := x.leaves[p.Leaf].text
	return x.from[p.Leaf] + len(keyOf(text[:byteAt(text, max(p.Offset, 0))], x.keep))
}

// rangeOf returns the range of some bytes of the key, not empty.
func (x *index) rangeOf(from, to int) Range {
	start, last := cursor{index: x}, cursor{index: x}
	start.forward(from)
	last.forward(to - 1)
	return Range{start.position(), last.next()}
}

// cursor stands at a character of a leaf. It moves forward, so that many moves read the text once.
type cursor struct {
	*index
	leaf, byte, char int
	passed           int // bytes of the key before it
}

// forward moves to the character that a byte of the key belongs to.
func (c *cursor) forward(at int) {
	leaf := c.leaf + sort.Search(len(c.from)-c.leaf, func(i int) bool { return c.from[c.leaf+i] > at }) - 1
	if leaf > c.leaf {
		*c = cursor{index: c.index, leaf: leaf, passed: c.from[leaf]}
	}
	for {
		r, size := utf8.DecodeRuneInString(c.text()[c.byte:])
		if c.keep.keeps(r) {
			if at < c.passed+utf8.RuneLen(r) || size == 0 {
				return
			}
			c.passed += utf8.RuneLen(r)
		}
		c.byte += size
		c.char++
	}
}

func (c *cursor) text() string { return c.leaves[c.leaf].text }

func (c *cursor) position() Position { return Position{c.leaf, c.char} }

// next returns the position behind the character.
func (c *cursor) next() Position { return Position{c.leaf, c.char + 1} }

// cutsBefore and cutsBehind report whether the character before or behind belongs to the same word.
func (c *cursor) cutsBefore() bool { return cuts(c.text()[:c.byte], c.text()[c.byte:]) }

func (c *cursor) cutsBehind() bool {
	_, size := utf8.DecodeRuneInString(c.text()[c.byte:])
	return cuts(c.text()[:c.byte+size], c.text()[c.byte+size:])
}
