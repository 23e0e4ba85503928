package highlight

import (
	"cmp"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/memory"
)

// Brought returns the highlight of words that a user marked in another program: in the text of a new
// memory, or without a place if that doesn't hold them or is not captured yet.
func Brought(m memory.Memory, t *Text, passages []memory.Passage, d Draft, at time.Time) (Highlight, error) {
	d.Color, d.Range = cmp.Or(d.Color, Colors[0]), Range{End: Position{Offset: 1}} // the words say where
	if err := d.check(); err != nil {
		return Highlight{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Highlight{}, err
	}
	h := Highlight{
		ID: id.String(), UserID: m.UserID, MemoryID: m.ID, Color: d.Color, Remark: strings.TrimSpace(d.Remark), Quote: d.Quote,
		Place: Place{Orphaned: true}, Review: fresh(at), CreatedAt: at, UpdatedAt: at,
	}
	place, quote, found := t.Place(d)
	if !found || len([]rune(quote)) > MaxQuote {
		return h, nil
	}
	h.Place, h.Quote = place, quote
	if first, last := t.passages(place.Start.Leaf); first != last && place.Start != place.End {
		h.Place.Passage = t.beginIn(h, passages)
	}
	return h, nil
}

// Restored returns the place of a highlight that another Engram kept: where it was, if its words stand
// there in this text too.
func (t *Text) Restored(h Highlight) Place {
	if h.Place.Orphaned || t.says(h.Place.Range, h.Quote) {
		return h.Place
	}
	return t.Again(h)
}
