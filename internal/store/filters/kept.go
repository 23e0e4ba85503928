package filters

import (
	"context"
	"errors"

	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/store"
)

// Kept implements filter.KeptStore.
func (s *Store) Kept(ctx context.Context, userID string) ([]filter.Kept, error) {
	all, err := kept(ctx, s.db.Reader(), userID)
	return all, store.Explain(err, "list the filters of", userID)
}

func kept(ctx context.Context, q store.Querier, userID string) ([]filter.Kept, error) {
	return store.Collect(ctx, q, scanKept, `SELECT id, name, filter, sort FROM kept_filters WHERE user_id = $1 ORDER BY id`, userID)
}

func scanKept(row store.Scanner) (k filter.Kept, err error) {
	err = row.Scan(&k.ID, &k.Name, &k.Filter, &k.Sort)
	return k, err
}

// PutKept implements filter.KeptStore under a lock on the user's row.
func (s *Store) PutKept(ctx context.Context, userID string, put func([]filter.Kept) (filter.Kept, error)) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		var locked string
		err := t.Row(ctx, `SELECT user_id FROM users WHERE user_id = $1`+t.ForNoKeyUpdate(), userID).Scan(&locked)
		if err != nil {
			return store.OrNotFound(err, "Account not found")
		}
		all, err := kept(ctx, t.Querier, userID)
		if err != nil {
			return err
		}
		k, err := put(all)
		if err != nil {
			return err
		}
		return putKept(ctx, t, userID, k)
	})
	return store.Explain(err, "keep a filter of", userID)
}

func putKept(ctx context.Context, t store.Tx, userID string, k filter.Kept) error {
	_, err := t.Exec(ctx, `INSERT INTO kept_filters (user_id, id, name, filter, sort) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, id) DO UPDATE SET name = $3, filter = $4, sort = $5`, userID, k.ID, k.Name, k.Filter, string(k.Sort))
	return err
}

// Restore keeps a filter from another Engram in a transaction that has locked the user's row or
// counters. It reports true for one that is kept already, or says why it can't be kept.
func Restore(ctx context.Context, t store.Tx, userID string, k filter.Kept) (restored filter.Kept, known bool, refused string, err error) {
	all, err := kept(ctx, t.Querier, userID)
	if err != nil {
		return k, false, "", err
	}
	restored, known, err = filter.Restored(k, all)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return k, false, f.Message, nil
	}
	if err != nil || known {
		return k, known, "", err
	}
	return restored, false, "", putKept(ctx, t, userID, restored)
}

// DropKept implements filter.KeptStore.
func (s *Store) DropKept(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `DELETE FROM kept_filters WHERE user_id = $1 AND id = $2`, userID, id)
		if err == nil && n == 0 {
			err = filter.NotKept()
		}
		return err
	})
	return store.Explain(err, "forget filter", id)
}
