package bench

import (
	"context"
	"fmt"

	"engram/internal/library"
)

// tagging times giving a tag to many memories, which are as many of the user's as are saved, and taking it from them again.
func (s *suite) tagging(ctx context.Context) ([]Result, error) {
	const bar = 300
	rows, err := openStored(ctx, s.path("tagging.db"), s.corpus)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.close() }() // its files are removed next
	s.note(fmt.Sprintf("saving %d memories", s.tagged))
	if err := rows.save(ctx, theUser, s.tagged*passagesInOne); err != nil {
		return nil, err
	}
	if _, err := rows.db.Writer().ExecContext(ctx, "PRAGMA synchronous = NORMAL"); err != nil {
		return nil, err
	}
	var ids []string
	for i := range s.tagged {
		ids = append(ids, s.corpus.passage(theUser, i*passagesInOne).MemoryID)
	}
	s.note("measuring tags")
	tag, has := []library.Tag{{Key: "recipes", Name: "Recipes"}}, false
	took, err := s.race(ctx, contender{"tagging", func(ctx context.Context, _ int) error {
		add, remove := tag, []library.Tag(nil)
		if has {
			add, remove = nil, tag
		}
		changed, err := rows.saved.Tag(ctx, theUser, ids, add, remove)
		if err == nil && len(changed) != len(ids) {
			err = fmt.Errorf("%d of %d were changed", len(changed), len(ids))
		}
		has = !has
		return err
	}})
	if err != nil {
		return nil, err
	}
	figure := inMillis("CPU", took[0])
	return []Result{atMost(bar, figure.Value, "ms", fmt.Sprintf("tagging %d memories, or taking the tag from them", s.tagged))}, nil
}
