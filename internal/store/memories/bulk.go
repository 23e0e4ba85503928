package memories

import (
	"context"
	"slices"
	"time"

	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// flag says how a mark is stored.
type flag struct {
	set string // assignment of $2
	is  string // condition
	of  string // condition of the memories that can have it
}

var flags = map[library.Mark]flag{
	library.Starred:  {`starred_at = $2`, `starred_at <> 0`, `TRUE`},
	library.Archived: {`archived_at = $2`, `archived_at <> 0`, `TRUE`},
	library.Read:     {`read_leaf = 0, read_share = $2`, `read_share >= 0`, `kind <> 'note'`},
}

// valueOf returns how it is stored that a mark is there since a time, or is not.
func valueOf(mark library.Mark, is bool, at time.Time) int64 {
	switch {
	case mark == library.Read && is:
		return shares
	case mark == library.Read:
		return -1
	case is:
		return at.UnixMilli()
	}
	return 0
}

// SetMark implements library.Bulk.
func (s *Store) SetMark(ctx context.Context, userID string, ids []string, mark library.Mark, is bool, at time.Time) (changed []string, err error) {
	for chunk := range slices.Chunk(ids, idsInOneQuery) {
		var some []string
		err := s.db.Write(ctx, func(t store.Tx) (err error) {
			some, err = setMark(ctx, t, userID, chunk, mark, is, at)
			return err
		})
		if err != nil {
			return changed, store.Explain(err, "mark memories of", userID)
		}
		changed = append(changed, some...)
	}
	if len(changed) > 0 {
		s.changed(userID)
	}
	return changed, nil
}

func setMark(ctx context.Context, t store.Tx, userID string, ids []string, mark library.Mark, is bool, at time.Time) (changed []string, err error) {
	f := flags[mark]
	where := f.of + ` AND ` + f.is
	if is {
		where = f.of + ` AND NOT (` + f.is + `)`
	}
	kinds := map[memory.Kind]int{}
	err = t.Each(ctx, func(row store.Scanner) error {
		var id string
		var kind memory.Kind
		err := row.Scan(&id, &kind)
		changed = append(changed, id)
		kinds[kind]++
		return err
	}, `SELECT id, kind FROM memories WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(ids))+`) AND `+where+`
		ORDER BY id`+t.ForUpdate(), append([]any{userID}, anys(ids)...)...)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	if mark == library.Archived {
		if err := countArchived(ctx, t, userID, kinds, is); err != nil {
			return nil, err
		}
	}
	_, err = t.Exec(ctx, `UPDATE memories SET `+f.set+` WHERE user_id = $1 AND id IN (`+store.Placeholders(3, len(changed))+`)`,
		append([]any{userID, valueOf(mark, is, at)}, anys(changed)...)...)
	if err != nil {
		return nil, err
	}
	return changed, markChanges(ctx, t, userID, changed)
}

// countArchived counts memories that are archived, or are no more, in the order of the kinds.
func countArchived(ctx context.Context, t store.Tx, userID string, kinds map[memory.Kind]int, is bool) error {
	for _, kind := range memory.Kinds {
		n := kinds[kind]
		if !is {
			n = -n
		}
		if n == 0 {
			continue
		}
		if err := counters.Add(ctx, t, userID, counters.Archived(kind), n); err != nil {
			return err
		}
	}
	return nil
}

// Tag implements library.Bulk.
func (s *Store) Tag(ctx context.Context, userID string, ids []string, add, remove []library.Tag) (changed []string, err error) {
	for chunk := range slices.Chunk(ids, idsInOneQuery) {
		some, err := s.retagAll(ctx, userID, chunk, add, func(names []string, add []library.Tag) ([]string, error) {
			return library.Tagged(names, add, remove)
		})
		if err != nil {
			return changed, store.Explain(err, "tag memories of", userID)
		}
		changed = append(changed, some...)
	}
	return changed, nil
}

// discardedAtOnce bounds the rows that one transaction packs.
const discardedAtOnce = 20

// DiscardAll implements library.Bulk.
func (s *Store) DiscardAll(ctx context.Context, userID string, ids []string, at time.Time) (changed []string, err error) {
	for chunk := range slices.Chunk(ids, discardedAtOnce) {
		var some []string
		err := s.db.Write(ctx, func(t store.Tx) (err error) {
			some, err = s.discard(ctx, t, userID, chunk, at)
			return err
		})
		if err != nil {
			return changed, store.Explain(err, "discard memories of", userID)
		}
		changed = append(changed, some...)
		s.changed(userID)
	}
	return changed, nil
}

// discard moves those of the memories that are there to the trash.
func (s *Store) discard(ctx context.Context, t store.Tx, userID string, ids []string, at time.Time) ([]string, error) {
	there, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM memories
		WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(ids))+`) ORDER BY id`+t.ForUpdate(), append([]any{userID}, anys(ids)...)...)
	for _, id := range there {
		if err := removeIn(ctx, t, userID, id, s.toTrash(ctx, at)); err != nil {
			return nil, err
		}
	}
	return there, err
}
