package highlight

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/memory"
)

// Place returns the place of a draft's words, and the words as they stand there. It reports false
// if the document doesn't hold them.
func (t *Text) Place(d Draft) (p Place, quote string, found bool) {
	if d.Passage != nil {
		if p, found := t.inPicture(d.Quote, *d.Passage); found {
			return p, strings.TrimSpace(d.Quote), true
		}
	}
	var r Range
	switch {
	case d.Passage != nil:
		r, found = t.find(words{quote: d.Quote, near: t.nearPassage(*d.Passage, d.Span[0])})
	case t.says(d.Range, d.Quote):
		r, found = t.trimmed(d.Range), true
	default:
		r, found = t.find(words{quote: d.Quote, near: d.Start})
	}
	if !found {
		return Place{}, "", false
	}
	return t.placed(r), t.between(r), true
}

// Again returns where a highlight stands now. If its words are gone the place is orphaned.
func (t *Text) Again(h Highlight) Place {
	was := h.Place
	if now, found := t.inPicture(h.Quote, was.Passage); found {
		return now
	}
	if !was.Orphaned && t.says(was.Range, h.Quote) {
		if now := t.placedAgain(was.Range, was); now.Prefix == was.Prefix && now.Suffix == was.Suffix {
			return now
		}
	}
	r, found := t.find(words{quote: h.Quote, near: was.Start, prefix: was.Prefix, suffix: was.Suffix})
	if found {
		return t.placedAgain(r, was)
	}
	now, found := t.inPicture(h.Quote, anyPassage)
	if !found {
		was.Orphaned = true
		return was
	}
	return now
}

const anyPassage = -1

// inPicture returns the place of words of a picture's description that is a passage of its own: the
// figure, without any characters.
func (t *Text) inPicture(quote string, passage int) (p Place, found bool) {
	for i, l := range t.leaves {
		if l.said != nil && (passage == anyPassage || l.said.Passage == passage) &&
			strings.Contains(keyOf(l.alt, visible), keyOf(quote, visible)) {
			at := Position{Leaf: i}
			return Place{Range: Range{at, at}, Passage: l.said.Passage, Page: l.page, Second: l.second}, true
		}
	}
	return Place{}, false
}

// placedAgain is placed with the passage as it was, where the words may still begin in it.
func (t *Text) placedAgain(r Range, was Place) Place {
	now := t.placed(r)
	if _, last := t.passages(r.Start.Leaf); was.Passage >= now.Passage && was.Passage <= last {
		now.Passage = was.Passage
	}
	return now
}

// trimmed returns a range without the white space at its ends.
func (t *Text) trimmed(r Range) Range {
	x := t.by(visible)
	return x.rangeOf(x.byteOf(r.Start), x.byteOf(r.End))
}

// placed returns a range with what is around it.
func (t *Text) placed(r Range) Place {
	at := t.leaves[r.Start.Leaf]
	p := Place{
		Range: r, Prefix: t.before(r.Start, around), Suffix: t.after(r.End, around),
		Page: at.page, Second: at.second,
	}
	p.Passage, _ = t.passages(r.Start.Leaf)
	return p
}

// passages returns the first and the last passage in which words of a leaf may stand.
func (t *Text) passages(leaf int) (first, last int) {
	for i := leaf; i >= 0; i-- {
		if from := t.leaves[i].from; from != nil {
			first = from.Passage
			break
		}
	}
	for _, l := range t.leaves[leaf+1:] {
		if l.from != nil {
			return first, max(first, l.from.Passage)
		}
	}
	return first, math.MaxInt
}

// beginning is the number of bytes of a quote's key that tell in which passage it begins.
const beginning = 60

// beginIn returns the passage of a leaf in which the highlight's words begin, among those read from
// the first on.
func (t *Text) beginIn(h Highlight, read []memory.Passage) int {
	first, last := t.passages(h.Place.Start.Leaf)
	key := keyOf(h.Quote, visible)
	for n := min(len(key), beginning); n > 0; n /= 2 { // the passage may end within them
		for _, p := range read {
			if p.Ord >= first && p.Ord <= last && strings.Contains(keyOf(p.Text, visible), key[:n]) {
				return p.Ord
			}
		}
	}
	return first
}

// nearPassage returns about where a character of a passage stands: counted from the last leaf that
// begins before it.
func (t *Text) nearPassage(passage, offset int) (near Position) {
	for i, l := range t.leaves {
		if l.from == nil {
			continue
		}
		if l.from.Passage > passage || l.from.Passage == passage && l.from.Offset > offset {
			break
		}
		near = Position{Leaf: i, Offset: utf8.RuneCountInString(l.text)}
		if l.from.Passage == passage {
			near.Offset = min(near.Offset, offset-l.from.Offset)
		}
	}
	return near
}

// inReadingOrder sorts highlights by where they stand, orphaned ones last.
func inReadingOrder(all []Highlight) {
	slices.SortStableFunc(all, func(a, b Highlight) int {
		switch {
		case a.Place.Orphaned != b.Place.Orphaned:
			if a.Place.Orphaned {
				return 1
			}
			return -1
		case a.Place.Start.before(b.Place.Start):
			return -1
		case b.Place.Start.before(a.Place.Start):
			return 1
		}
		return cmp.Compare(a.ID, b.ID)
	})
}
