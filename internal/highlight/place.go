package highlight

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Place returns the place of a draft's words, and the words as they stand there. It reports false
// if the document doesn't hold them.
func (t *Text) Place(d Draft) (p Place, quote string, found bool) {
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
	if !was.Orphaned && t.says(was.Range, h.Quote) {
		if now := t.placed(was.Range); now.Prefix == was.Prefix && now.Suffix == was.Suffix {
			return now
		}
	}
	r, found := t.find(words{quote: h.Quote, near: was.Start, prefix: was.Prefix, suffix: was.Suffix})
	if !found {
		was.Orphaned = true
		return was
	}
	return t.placed(r)
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
	p.Passage = t.passageAt(r.Start.Leaf)
	return p
}

// passageAt returns the passage in which a leaf begins or, if it is in none, the one before.
func (t *Text) passageAt(leaf int) int {
	for i := leaf; i >= 0; i-- {
		if from := t.leaves[i].from; from != nil {
			return from.Passage
		}
	}
	return 0
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
