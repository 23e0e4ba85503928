package memory

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/fault"
)

// maxLeaf bounds the leaf of a Progress: no document has more.
const maxLeaf = 10_000_000

// SaveProgress stores how far a memory is read. It returns fault.Invalid for a place that no text
// has.
func (s *Service) SaveProgress(ctx context.Context, userID, id string, p document.Progress) error {
	if p.Leaf < 0 || p.Leaf > maxLeaf || !(p.Share >= 0 && p.Share <= 1) {
		return fault.New(fault.Invalid, "No text has this place")
	}
	p.Begun = true
	return s.store.SaveProgress(ctx, userID, id, p)
}

// Document calls yield with the text of a memory as blocks, piece by piece: as it was captured, the
// markdown of a note, or the paragraphs of its passages. The Key of an image is that of its blob.
func (s *Service) Document(ctx context.Context, m Memory, yield func(document.Document) error) error {
	if m.Kind == Note {
		doc, err := s.note(ctx, m)
		if err != nil {
			return err
		}
		return yield(doc)
	}
	figures, err := s.figures(ctx, m)
	if err != nil {
		return err
	}
	for part := 0; ; part++ {
		doc, err := s.store.Document(ctx, m.UserID, m.ID, part)
		if err != nil {
			return err
		}
		if len(doc) == 0 && part == 0 {
			return s.eachPassage(ctx, m, func(p Passage) error { return yield(p.Document()) })
		}
		if len(doc) == 0 {
			return nil
		}
		if err := yield(pictured(doc, figures)); err != nil {
			return err
		}
	}
}

// figures returns the figures of a memory's document by name.
func (s *Service) figures(ctx context.Context, m Memory) (map[string]Figure, error) {
	found, err := s.store.Figures(ctx, m.UserID, m.ID)
	all := make(map[string]Figure, len(found))
	for _, f := range found {
		all[f.Name] = f
	}
	return all, err
}

// note returns the blocks of a note with their places in its passages.
func (s *Service) note(ctx context.Context, m Memory) (document.Document, error) {
	var passages []Passage
	err := s.eachPassage(ctx, m, func(p Passage) error {
		passages = append(passages, p)
		return nil
	})
	return Placed(note.Parse(m.Description), passages), err
}

// Placed gives each block its place in the passages that the text of its Source was cut into. It
// changes doc.
func Placed(doc document.Document, passages []Passage) document.Document {
	for leaf := range doc.Leaves() {
		if leaf.Source[0] < leaf.Source[1] {
			leaf.From = placeOf(leaf.Source[0], passages)
		}
	}
	return doc
}

// placeOf returns the place of a byte of a text; nil behind the last passage.
func placeOf(at int, passages []Passage) *document.Place {
	i, _ := slices.BinarySearchFunc(passages, at, func(p Passage, at int) int {
		return cmp.Compare(p.Offset+len(p.Text)-1, at)
	})
	if i == len(passages) {
		return nil
	}
	before := passages[i].Text[:max(at-passages[i].Offset, 0)]
	return &document.Place{Passage: passages[i].Ord, Offset: utf8.RuneCountInString(before)}
}

// Document returns the paragraphs of a passage, as those of a text without structure.
func (p Passage) Document() document.Document {
	doc := document.FromText(p.Text)
	for i := range doc {
		doc[i].Page, doc[i].Second = p.Page, p.Second
		before := p.Text[:doc[i].Source[0]]
		doc[i].From = &document.Place{Passage: p.Ord, Offset: utf8.RuneCountInString(before)}
	}
	return doc
}

// eachPassage calls yield with all passages of a memory, in order.
func (s *Service) eachPassage(ctx context.Context, m Memory, yield func(Passage) error) error {
	for from := 0; ; {
		some, err := s.Passages(ctx, m.UserID, m.ID, from)
		if err != nil {
			return err
		}
		for _, p := range some {
			if err := yield(p); err != nil {
				return err
			}
			from = p.Ord + 1
		}
		if len(some) < PassagesAtOnce {
			return nil
		}
	}
}
