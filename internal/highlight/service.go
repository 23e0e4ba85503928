package highlight

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/idempotency"
	"engram/internal/memory"
	"engram/internal/recall/text"
)

const (
	defaultPage = 50 // highlights
	maxPage     = 200
	maxQuery    = 1000 // bytes
	maxWords    = 16   // of a query; others are ignored
)

// Page selects a part of a list.
type Page struct {
	Color  Color
	Kind   memory.Kind // of the memories; empty: any
	Words  []string    // folded prefixes that quote or remark must contain; none: all
	Before string      // id of the last one of the previous page; empty: from the newest
	Limit  int

	ByMemory bool       // in reading order, the newest memory first
	Behind   *Highlight // last one of the previous page of these; nil: from the first
}

// Store keeps highlights. Every method is confined to the user's rows.
type Store interface {
	// AddHighlight adds a highlight; fault.NotFound if the memory is not the user's, TooMany if it
	// has MaxOfOne.
	AddHighlight(ctx context.Context, h Highlight) error
	// Highlight returns a highlight; fault.NotFound if it is not the user's.
	Highlight(ctx context.Context, userID, id string) (Highlight, error)
	// SetHighlight stores colour, remark and time of change; fault.NotFound if it is not the user's.
	SetHighlight(ctx context.Context, h Highlight) error
	// MoveHighlights stores the places of highlights of one memory.
	MoveHighlights(ctx context.Context, userID, memoryID string, moved []Highlight) error
	// DropHighlight deletes a highlight; fault.NotFound if it is not the user's.
	DropHighlight(ctx context.Context, userID, id string) error
	// OfMemory returns the highlights of a memory, oldest first.
	OfMemory(ctx context.Context, userID, memoryID string) ([]Highlight, error)
	// Highlights returns a page of all, newest first.
	Highlights(ctx context.Context, userID string, page Page) ([]Found, error)
	ReviewStore
}

// Memories are the memories with their texts.
type Memories interface {
	// Get returns a memory; fault.NotFound if it is not the user's.
	Get(ctx context.Context, userID, id string) (memory.Memory, error)
	// Document calls yield with the text of a memory as blocks, piece by piece.
	Document(ctx context.Context, m memory.Memory, yield func(document.Document) error) error
	// Passages returns some passages of a memory from a position, in order.
	Passages(ctx context.Context, userID, id string, from int) ([]memory.Passage, error)
}

// Service keeps highlights. It is safe for concurrent use.
type Service struct {
	store    Store
	memories Memories
	now      func() time.Time
}

// New returns a Service.
func New(store Store, memories Memories, now func() time.Time) *Service {
	return &Service{store: store, memories: memories, now: now}
}

// Add highlights words of a memory. fault.NotFound if that is not the user's, fault.Invalid for a
// draft that can't be kept, fault.Conflict if the memory doesn't hold the words.
func (s *Service) Add(ctx context.Context, userID, memoryID string, d Draft) (Highlight, error) {
	if d.Color == "" {
		d.Color = Colors[0]
	}
	if err := d.check(); err != nil {
		return Highlight{}, err
	}
	m, err := s.memories.Get(ctx, userID, memoryID)
	if err != nil {
		return Highlight{}, err
	}
	t, err := s.text(ctx, m)
	if err != nil {
		return Highlight{}, err
	}
	place, quote, found := t.Place(d)
	switch {
	case !found:
		return Highlight{}, gone()
	case len([]rune(quote)) > MaxQuote:
		return Highlight{}, tooLong()
	}
	id, repeated, err := idempotency.NewID(ctx)
	if err != nil {
		return Highlight{}, err
	}
	if repeated {
		if h, err := s.store.Highlight(ctx, userID, id); fault.KindOf(err) != fault.NotFound {
			return h, err
		}
	}
	now := s.now().Truncate(time.Millisecond) // as stored
	h := Highlight{
		ID: id, UserID: userID, MemoryID: m.ID, Color: d.Color, Remark: strings.TrimSpace(d.Remark), Quote: quote,
		Place: place, Review: fresh(now), CreatedAt: now, UpdatedAt: now,
	}
	if err := s.locate(ctx, m, t, &h); err != nil {
		return Highlight{}, err
	}
	err = s.store.AddHighlight(ctx, h)
	if err != nil && fault.KindOf(err) == fault.Internal { // another try of the same request may have been faster
		if saved, errFind := s.store.Highlight(ctx, userID, id); errFind == nil {
			return saved, nil
		}
	}
	return h, err
}

// locate sets the passages in which the highlights' words begin: a long leaf stands in several.
func (s *Service) locate(ctx context.Context, m memory.Memory, t *Text, all ...*Highlight) error {
	read := map[int][]memory.Passage{}
	for _, h := range all {
		if h.Place.Orphaned || h.Place.Start == h.Place.End { // a picture's passage is known
			continue
		}
		first, last := t.passages(h.Place.Start.Leaf)
		if first == last {
			continue
		}
		if read[first] == nil {
			some, err := s.memories.Passages(ctx, m.UserID, m.ID, first)
			if err != nil {
				return err
			}
			read[first] = some
		}
		h.Place.Passage = t.beginIn(*h, read[first])
	}
	return nil
}

// text returns the text of a memory.
func (s *Service) text(ctx context.Context, m memory.Memory) (*Text, error) {
	t := &Text{}
	err := s.memories.Document(ctx, m, func(doc document.Document) error {
		t.Add(doc)
		return nil
	})
	return t, err
}

// get returns a highlight; fault.NotFound if it is not the user's.
func (s *Service) get(ctx context.Context, userID, id string) (Highlight, error) {
	if uuid.Validate(id) != nil {
		return Highlight{}, NotFound()
	}
	return s.store.Highlight(ctx, userID, id)
}

// Edit changes a highlight; fault.NotFound if it is not the user's.
func (s *Service) Edit(ctx context.Context, userID, id string, c Change) (Highlight, error) {
	h, err := s.get(ctx, userID, id)
	if err != nil {
		return h, err
	}
	if c.Color != nil {
		h.Color = *c.Color
	}
	if c.Remark != nil {
		h.Remark = strings.TrimSpace(*c.Remark)
	}
	if err := check(h.Color, h.Remark); err != nil {
		return h, err
	}
	h.UpdatedAt = s.now().Truncate(time.Millisecond)
	return h, s.store.SetHighlight(ctx, h)
}

// Delete deletes a highlight; fault.NotFound if it is not the user's.
func (s *Service) Delete(ctx context.Context, userID, id string) error {
	if uuid.Validate(id) != nil {
		return NotFound()
	}
	return s.store.DropHighlight(ctx, userID, id)
}

// Of returns the highlights of a memory as they stand in its present document, in reading order.
// fault.NotFound if it is not the user's.
func (s *Service) Of(ctx context.Context, userID, memoryID string) ([]Highlight, error) {
	m, err := s.memories.Get(ctx, userID, memoryID)
	if err != nil {
		return nil, err
	}
	return s.reanchor(ctx, m)
}

// Reanchor finds the highlights of a memory again, after its document has changed.
func (s *Service) Reanchor(ctx context.Context, userID, memoryID string) error {
	m, err := s.memories.Get(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return nil // deleted meanwhile
	}
	if err == nil {
		_, err = s.reanchor(ctx, m)
	}
	return err
}

// reanchor returns the highlights of a memory in reading order and stores the places that changed.
func (s *Service) reanchor(ctx context.Context, m memory.Memory) ([]Highlight, error) {
	all, err := s.store.OfMemory(ctx, m.UserID, m.ID)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	t, err := s.text(ctx, m)
	if err != nil {
		return nil, err
	}
	var moved []*Highlight
	for i := range all {
		now := t.Again(all[i])
		if now.Orphaned && m.Status == memory.Pending {
			continue // its part may not be read yet
		}
		if now != all[i].Place {
			all[i].Place = now
			moved = append(moved, &all[i])
		}
	}
	if err := s.move(ctx, m, t, moved); err != nil {
		return nil, err
	}
	inReadingOrder(all)
	return all, nil
}

// move stores the places of highlights, with the passages in which their words begin.
func (s *Service) move(ctx context.Context, m memory.Memory, t *Text, moved []*Highlight) error {
	if len(moved) == 0 {
		return nil
	}
	if err := s.locate(ctx, m, t, moved...); err != nil {
		return err
	}
	all := make([]Highlight, len(moved))
	for i, h := range moved {
		all[i] = *h
	}
	return s.store.MoveHighlights(ctx, m.UserID, m.ID, all)
}

// List returns a page of the user's highlights, newest first, and the cursor of the next page, empty
// after the last. A query selects those with each of its words as a prefix in quote or remark.
// fault.Invalid for a bad cursor or filter.
func (s *Service) List(ctx context.Context, userID, query string, page Page) (found []Found, next string, err error) {
	if page, err = checked(page, query); err != nil {
		return nil, "", err
	}
	if len(page.Words) == 0 && strings.TrimSpace(query) != "" {
		return nil, "", nil // only punctuation
	}
	page.Limit++
	found, err = s.store.Highlights(ctx, userID, page)
	if len(found) == page.Limit {
		found = found[:page.Limit-1]
		next = found[len(found)-1].ID
	}
	return found, next, err
}

// checked returns the page to read of a list.
func checked(page Page, query string) (Page, error) {
	switch {
	case page.Color != "" && check(page.Color, "") != nil:
		return page, check(page.Color, "")
	case page.Kind != "" && !page.Kind.Known():
		return page, fault.New(fault.Invalid, "Unknown type of memory")
	case page.Limit < 0 || page.Limit > maxPage:
		return page, fault.New(fault.Invalid, "A page has between 1 and 200 highlights")
	case page.Before != "" && uuid.Validate(page.Before) != nil:
		return page, fault.New(fault.Invalid, "Unknown cursor")
	case len(query) > maxQuery:
		return page, fault.New(fault.Invalid, "The search is longer than 1000 bytes")
	}
	if page.Limit == 0 {
		page.Limit = defaultPage
	}
	words := text.Words(query)
	page.Words = words[:min(len(words), maxWords)]
	return page, nil
}
