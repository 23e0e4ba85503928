package memory

import (
	"context"
	"unicode/utf8"

	"engram/internal/document"
)

// Document calls yield with the text of a memory as blocks, piece by piece: as it was captured, or
// the paragraphs of its passages.
func (s *Service) Document(ctx context.Context, m Memory, yield func(document.Document) error) error {
	for part := 0; ; part++ {
		doc, err := s.store.Document(ctx, m.UserID, m.ID, part)
		if err != nil {
			return err
		}
		if len(doc) == 0 && part == 0 {
			return s.eachPassage(ctx, m, func(p Passage) error { return yield(p.document()) })
		}
		if len(doc) == 0 {
			return nil
		}
		if err := yield(doc); err != nil {
			return err
		}
	}
}

// document returns the paragraphs of a passage.
func (p Passage) document() document.Document {
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
