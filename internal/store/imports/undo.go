package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"engram/internal/highlight"
	"engram/internal/imports"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/memories"
)

// shares is the number of parts that a share of progress is stored in.
const shares = 10_000

// fingerprintOf returns a hash of all that an owner can change of a memory: of it, of its highlights by their
// number and last change, and of its files by their number.
func fingerprintOf(m memory.Memory, marked int64, highlights, files int) string {
	title, tags := "", m.Tags
	if m.OwnTitle {
		title = m.Title
	}
	if len(tags) == 0 {
		tags = nil
	}
	encoded, _ := json.Marshal([]any{ // plain values always marshal
		title, m.Remark, tags, store.MillisOrZero(m.StarredAt), store.MillisOrZero(m.ArchivedAt), m.CreatedAt.UnixMilli(), m.Edition,
		m.Progress.Begun, m.Progress.Leaf, math.Round(m.Progress.Share * shares), marked, highlights, files,
	})
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:12])
}

// lastChange returns when the last of some highlights was changed, in milliseconds.
func lastChange(all []highlight.Highlight) (at int64) {
	for _, h := range all {
		at = max(at, h.UpdatedAt.UnixMilli())
	}
	return at
}

// fingerprintOf returns the fingerprint of a memory as it is stored.
func (w *saving) fingerprintOf(ctx context.Context, m memory.Memory) (string, error) {
	return storedFingerprint(ctx, w.Tx, m)
}

func storedFingerprint(ctx context.Context, t store.Tx, m memory.Memory) (string, error) {
	var marked int64
	var highlights, files int
	err := t.Row(ctx, `SELECT COUNT(*), COALESCE(MAX(updated_at), 0), (SELECT COUNT(*) FROM uploads WHERE user_id = $1 AND memory_id = $2)
		FROM highlights WHERE user_id = $1 AND memory_id = $2`, m.UserID, m.ID).Scan(&highlights, &marked, &files)
	return fingerprintOf(m, marked, highlights, files), err
}

// item is a memory that an import saved, with its fingerprint.
type item struct{ id, fingerprint string }

// UndoBatch implements imports.Store.
func (s *Store) UndoBatch(ctx context.Context, i imports.Import, limit int, at time.Time) (after imports.Import, end bool, err error) {
	var removed int
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		before, err := lock(ctx, t, i.UserID, i.ID)
		if err != nil {
			return err
		}
		if before.Status != imports.Undoing || before.Runner != i.Runner {
			return imports.ErrOvertaken
		}
		unfollowed, noOthers, err := undoOthers(ctx, t, i.UserID, i.ID, limit)
		if err != nil {
			return err
		}
		items, err := store.Collect(ctx, t.Querier, func(row store.Scanner) (x item, err error) {
			err = row.Scan(&x.id, &x.fingerprint)
			return x, err
		}, `SELECT memory_id, mark FROM import_items WHERE user_id = $1 AND import_id = $2 ORDER BY to_fetch, memory_id LIMIT $3`, i.UserID, i.ID, limit)
		if err != nil {
			return err
		}
		removed = 0
		for _, x := range items {
			gone, err := s.undo(ctx, t, i.UserID, x)
			if err != nil {
				return err
			}
			removed += store.FromBool(gone)
		}
		after, end = before, noOthers && len(items) < limit
		after.Undone += removed
		after.Unfollowed += unfollowed
		after.Kept += len(items) - removed
		after.BeatAt = at
		if end {
			after.Status, after.FinishedAt, after.Message = imports.Done, at, undoneMessage(after)
		}
		return s.put(ctx, t, before, after)
	})
	if err == nil && removed > 0 {
		s.memories.Announce(i.UserID)
	}
	return after, end, store.Explain(err, "undo import", i.ID)
}

// undo removes a memory unless it was changed; then it belongs to no import any more.
func (s *Store) undo(ctx context.Context, t store.Tx, userID string, x item) (removed bool, err error) {
	m, err := memories.Lock(ctx, t, userID, x.id)
	if err != nil {
		return false, err // its item would have gone with it
	}
	now, err := storedFingerprint(ctx, t, m)
	if err != nil {
		return false, err
	}
	if now == x.fingerprint {
		return true, s.memories.Erase(ctx, t, userID, x.id)
	}
	_, err = t.Exec(ctx, `DELETE FROM import_items WHERE user_id = $1 AND memory_id = $2`, userID, x.id)
	return false, err
}

// undoneMessage says what an undo did.
func undoneMessage(i imports.Import) string {
	var done []string
	if i.Undone > 0 || i.Unfollowed == 0 {
		done = append(done, fmt.Sprintf("%d memories were removed.", i.Undone))
	}
	if i.Unfollowed > 0 {
		done = append(done, fmt.Sprintf("%d feeds are not followed any more.", i.Unfollowed))
	}
	if i.Kept > 0 {
		done = append(done, fmt.Sprintf("%d stay, since you changed them after the import.", i.Kept))
	}
	return "Undone: " + strings.Join(done, " ")
}

// FetchAgain implements imports.Store.
func (s *Store) FetchAgain(ctx context.Context, userID, id string) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE import_items SET to_fetch = 1 WHERE user_id = $1 AND import_id = $2 AND memory_id IN
			(SELECT id FROM memories WHERE user_id = $1 AND status = 'failed')`, userID, id)
		return err
	})
	return store.Explain(err, "fetch again the pages of import", id)
}

// Release implements imports.Store, for all users in turn.
func (s *Store) Release(ctx context.Context, room func(context.Context) (int, error), at time.Time) error {
	users, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT user_id FROM users u
		WHERE disabled_at = 0 AND EXISTS (SELECT 1 FROM import_items x WHERE x.user_id = u.user_id AND x.to_fetch = 1) ORDER BY user_id`)
	if err != nil || len(users) == 0 {
		return store.Explain(err, "look for pages to fetch", "")
	}
	n, err := room(ctx)
	if err != nil || n <= 0 {
		return err
	}
	each := max(1, n/len(users))
	for _, userID := range users {
		err := s.db.Write(ctx, func(t store.Tx) error { return s.release(ctx, t, userID, each, at) })
		if err != nil {
			return store.Explain(err, "release pages to fetch of", userID)
		}
	}
	return nil
}

func (s *Store) release(ctx context.Context, t store.Tx, userID string, n int, at time.Time) error {
	ids, err := store.Collect(ctx, t.Querier, store.ScanString, `UPDATE import_items SET to_fetch = 0 WHERE user_id = $1 AND to_fetch = 1 AND memory_id IN
		(SELECT memory_id FROM import_items WHERE user_id = $1 AND to_fetch = 1 ORDER BY memory_id LIMIT $2) RETURNING memory_id`, userID, n)
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.memories.CaptureBehind(ctx, t, userID, ids, at)
}
