package highlights

import (
	"context"
	"strings"

	"engram/internal/highlight"
	"engram/internal/recall/text"
	"engram/internal/store"
	"engram/internal/store/passages"
)

// AddHighlight implements highlight.Store.
func (s *Store) AddHighlight(ctx context.Context, h highlight.Highlight) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := lockMemory(ctx, t, h.UserID, h.MemoryID); err != nil {
			return err
		}
		var n int
		err := t.Row(ctx, `SELECT COUNT(*) FROM highlights WHERE user_id = $1 AND memory_id = $2`, h.UserID, h.MemoryID).Scan(&n)
		if err == nil && n >= highlight.MaxOfOne {
			err = highlight.TooMany()
		}
		if err != nil {
			return err
		}
		if err := insert(ctx, t, h); err != nil {
			return err
		}
		if err := remarked(ctx, t, h); err != nil {
			return err
		}
		return markChange(ctx, t, h.UserID, h.MemoryID)
	})
	s.notify(h.UserID, err)
	return store.Explain(err, "add highlight", h.ID)
}

// lockMemory locks a memory; fault.NotFound if it is not the user's.
func lockMemory(ctx context.Context, t store.Tx, userID, id string) error {
	var locked string
	err := t.Row(ctx, `SELECT id FROM memories WHERE user_id = $1 AND id = $2`+t.ForUpdate(), userID, id).Scan(&locked)
	return store.OrNotFound(err, "Memory not found")
}

func insert(ctx context.Context, t store.Tx, h highlight.Highlight) error {
	p := h.Place
	_, err := t.Exec(ctx, `INSERT INTO highlights (`+columns+`, words) VALUES (`+store.Placeholders(1, 22)+`)`,
		h.UserID, h.ID, h.MemoryID, string(h.Color), h.Remark, h.Quote, p.Prefix, p.Suffix,
		p.Start.Leaf, p.Start.Offset, p.End.Leaf, p.End.Offset, p.Passage, p.Page, p.Second, store.FromBool(p.Orphaned),
		h.Review.Kept, store.MillisOrZero(h.Review.DueAt), store.MillisOrZero(h.Review.At),
		h.CreatedAt.UnixMilli(), h.UpdatedAt.UnixMilli(), searchable(h))
	return err
}

// searchable returns the folded words of quote and remark.
func searchable(h highlight.Highlight) string {
	words := text.Words(h.Quote + "\n" + h.Remark)
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}

// remarked moves the passages of highlights with remarks to the end of the log.
func remarked(ctx context.Context, t store.Tx, all ...highlight.Highlight) error {
	for _, h := range all {
		if h.Remark == "" {
			continue
		}
		if err := passages.Touch(ctx, t, h.UserID, h.MemoryID, h.Place.Passage); err != nil {
			return err
		}
	}
	return nil
}

// change locks the memory of a highlight and changes both, and numbers that; fault.NotFound if it
// is not the user's.
func change(ctx context.Context, t store.Tx, userID, id string, do func(before highlight.Highlight) error) error {
	var memoryID string
	err := t.Row(ctx, `SELECT memory_id FROM highlights WHERE user_id = $1 AND id = $2`, userID, id).Scan(&memoryID)
	if err == nil {
		err = lockMemory(ctx, t, userID, memoryID)
	}
	if err != nil {
		return orNotFound(err)
	}
	before, err := scan(t.Row(ctx, `SELECT `+columns+` FROM highlights WHERE user_id = $1 AND id = $2`, userID, id))
	if err != nil {
		return orNotFound(err)
	}
	if err := do(before); err != nil {
		return err
	}
	return markChange(ctx, t, userID, memoryID)
}

// SetHighlight implements highlight.Store.
func (s *Store) SetHighlight(ctx context.Context, h highlight.Highlight) error {
	err := s.db.Write(ctx, func(t store.Tx) error { return Set(ctx, t, h) })
	s.notify(h.UserID, err)
	return store.Explain(err, "change highlight", h.ID)
}

// Set is SetHighlight within a transaction.
func Set(ctx context.Context, t store.Tx, h highlight.Highlight) error {
	return change(ctx, t, h.UserID, h.ID, func(before highlight.Highlight) error {
		_, err := t.Exec(ctx, `UPDATE highlights SET color = $3, remark = $4, words = $5, updated_at = $6 WHERE user_id = $1 AND id = $2`,
			h.UserID, h.ID, string(h.Color), h.Remark, searchable(h), h.UpdatedAt.UnixMilli())
		if err != nil || before.Remark == h.Remark {
			return err
		}
		after := before
		after.Remark += h.Remark // one of them is not empty
		return remarked(ctx, t, after)
	})
}

// DropHighlight implements highlight.Store.
func (s *Store) DropHighlight(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		return change(ctx, t, userID, id, func(before highlight.Highlight) error {
			if _, err := t.Exec(ctx, `DELETE FROM highlights WHERE user_id = $1 AND id = $2`, userID, id); err != nil {
				return err
			}
			return remarked(ctx, t, before)
		})
	})
	s.notify(userID, err)
	return store.Explain(err, "delete highlight", id)
}

// Drop deletes the highlights of a memory that is being deleted.
func Drop(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM highlights WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}

// MoveHighlights implements highlight.Store.
func (s *Store) MoveHighlights(ctx context.Context, userID, memoryID string, moved []highlight.Highlight) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := lockMemory(ctx, t, userID, memoryID); err != nil {
			return err
		}
		for _, h := range moved {
			if err := move(ctx, t, userID, h); err != nil {
				return err
			}
		}
		return markChange(ctx, t, userID, memoryID)
	})
	s.notify(userID, err)
	return store.Explain(err, "place the highlights of memory", memoryID)
}

// move stores a place. A remark leaves the passage before for the present one.
func move(ctx context.Context, t store.Tx, userID string, h highlight.Highlight) error {
	before, err := store.Collect(ctx, t.Querier, scan, `SELECT `+columns+` FROM highlights WHERE user_id = $1 AND id = $2`, userID, h.ID)
	if err != nil || len(before) == 0 {
		return err // deleted meanwhile
	}
	p := h.Place
	_, err = t.Exec(ctx, `UPDATE highlights SET prefix = $3, suffix = $4, start_leaf = $5, start_offset = $6, end_leaf = $7, end_offset = $8,
		passage = $9, page = $10, at_second = $11, orphaned = $12 WHERE user_id = $1 AND id = $2`,
		userID, h.ID, p.Prefix, p.Suffix, p.Start.Leaf, p.Start.Offset, p.End.Leaf, p.End.Offset,
		p.Passage, p.Page, p.Second, store.FromBool(p.Orphaned))
	if err != nil || before[0].Place.Passage == p.Passage {
		return err
	}
	after := before[0]
	after.Place = p
	return remarked(ctx, t, before[0], after)
}

// AddTo adds highlights to a memory within a transaction, as far as it may have more, and returns the
// number that it added.
func AddTo(ctx context.Context, t store.Tx, userID, memoryID string, all []highlight.Highlight) (added int, err error) {
	if len(all) == 0 {
		return 0, nil
	}
	var n int
	err = t.Row(ctx, `SELECT COUNT(*) FROM highlights WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&n)
	all = all[:min(len(all), max(0, highlight.MaxOfOne-n))]
	if err != nil || len(all) == 0 {
		return 0, err
	}
	for _, h := range all {
		if err := insert(ctx, t, h); err != nil {
			return 0, err
		}
	}
	if err := remarked(ctx, t, all...); err != nil {
		return 0, err
	}
	return len(all), markChange(ctx, t, userID, memoryID)
}
