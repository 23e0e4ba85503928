package memories

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/highlights"
	"engram/internal/store/signatures"
	rows "engram/internal/store/trash"
	"engram/internal/store/webhooks"
	"engram/internal/trash"
	"engram/internal/webhook"
)

// Discard implements memory.Store.
func (s *Store) Discard(ctx context.Context, userID, id string, at time.Time) error {
	return store.Explain(s.remove(ctx, s.db.Write, userID, id, s.toTrash(ctx, at)), "discard memory", id)
}

// DiscardFrom implements memory.Store.
func (s *Store) DiscardFrom(ctx context.Context, userID, feed, id string, at time.Time) error {
	toTrash := s.toTrash(ctx, at)
	return store.Explain(s.remove(ctx, s.db.Write, userID, id, func(t store.Tx, m memory.Memory, files []string) error {
		if feed == "" || m.Feed != feed {
			return orMemoryNotFound(sql.ErrNoRows)
		}
		return toTrash(t, m, files)
	}), "discard memory", id)
}

// toTrash disposes of files by keeping them with the packed rows.
func (s *Store) toTrash(ctx context.Context, at time.Time) dispose {
	return func(t store.Tx, m memory.Memory, files []string) error {
		if err := rows.Put(ctx, t, m, files, at); err != nil {
			return err
		}
		return s.boundTrash(ctx, t, m.UserID, files, at)
	}
}

// Restore implements trash.Store.
func (s *Store) Restore(ctx context.Context, userID, id string, plans plan.Table) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		kind, err := rows.Kind(ctx, t, userID, id)
		if err != nil {
			return err
		}
		if err := takeAllowances(ctx, t, userID, kind, plans, noneLeft); err != nil {
			return err
		}
		if err := rows.PutBack(ctx, t, userID, id); err != nil {
			return err
		}
		// Its deletion leaves the feed; in the log of passages it stays, before those of now.
		if _, err := t.Exec(ctx, `UPDATE deletions SET change = 0 WHERE user_id = $1 AND memory_id = $2`, userID, id); err != nil {
			return err
		}
		// One that was deleted before there were places has none.
		if _, err := t.Exec(ctx, `UPDATE memories SET place = id WHERE user_id = $1 AND id = $2 AND place = ''`, userID, id); err != nil {
			return err
		}
		// A feed that was left meanwhile is not there to come back to.
		if _, err := t.Exec(ctx, `UPDATE memories SET feed_id = '', feed_tags = 0 WHERE user_id = $1 AND id = $2 AND feed_id <> ''
			AND NOT EXISTS (SELECT 1 FROM feeds WHERE feeds.user_id = $1 AND feeds.id = memories.feed_id AND feeds.status <> 'leaving')`, userID, id); err != nil {
			return err
		}
		if err := signatures.Restore(ctx, t, userID, id); err != nil {
			return err
		}
		if err := markChange(ctx, t, userID, id); err != nil {
			return err
		}
		if err := highlights.MarkRestored(ctx, t, userID, id); err != nil {
			return err
		}
		return s.resume(ctx, t, userID, id)
	})
	if err == nil {
		s.saved()
		s.changed(userID)
	}
	return store.Explain(err, "restore memory", id)
}

// noneLeft is the error for a used up allowance of a memory in the trash.
func noneLeft(c quota.Counter) error {
	return fault.New(fault.Limit,
		"You have as many "+string(c)+" as your plan holds. Delete one or choose a larger plan, then restore this one.")
}

// resume sets the keys of a restored memory, which one that was deleted before there were any lacks,
// counts it as archived if it is, and enqueues what it still waits for.
func (s *Store) resume(ctx context.Context, t store.Tx, userID, id string) error {
	m, err := lockMemory(ctx, t, userID, id)
	if err != nil {
		return err
	}
	if err := setKeys(ctx, t, m); err != nil {
		return err
	}
	if err := respell(ctx, t, m); err != nil {
		return err
	}
	if err := webhooks.Emit(ctx, t, userID, webhook.Saved(m)...); err != nil {
		return err
	}
	if !m.ArchivedAt.IsZero() {
		if _, _, err := counters.Take(ctx, t, userID, counters.Archived(m.Kind), counters.Always, 0); err != nil {
			return err
		}
	}
	if m.Status != memory.Ready { // a job from before may be running, and finds nothing
		waiting, err := waiting(ctx, t, userID)
		if err != nil {
			return err
		}
		if err := s.jobs.Recapture(ctx, t.Raw, userID, id, waiting, true); err != nil {
			return err
		}
	}
	kept, err := figures(ctx, t.Querier, userID, id)
	if err != nil || !slices.ContainsFunc(kept, func(f memory.Figure) bool { return f.Width == 0 }) {
		return err
	}
	return s.jobs.Illustrate(ctx, t.Raw, userID, id)
}

// HasFile implements capture.Store.
func (s *Store) HasFile(ctx context.Context, userID, memoryID, key string) (has bool, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		files, err := rows.FilesOf(ctx, t.Querier, userID, memoryID)
		if err != nil {
			return err
		}
		present, err := store.Collect(ctx, t.Querier, store.ScanString,
			`SELECT image_key FROM memories WHERE user_id = $1 AND id = $2`, userID, memoryID)
		has = slices.Contains(append(files, present...), key)
		return err
	})
	return has, store.Explain(err, "look for a file of memory", memoryID)
}

// Trash implements trash.Store.
func (s *Store) Trash(ctx context.Context, userID string, page trash.Page) (found []trash.Memory, total int, err error) {
	query := `SELECT memory_id, kind, title, url, deleted_at FROM trash WHERE user_id = $1`
	args := []any{userID, page.Limit}
	if page.Before.ID != "" {
		query += ` AND (deleted_at < $3 OR deleted_at = $3 AND memory_id < $4)`
		args = append(args, page.Before.DeletedAt.UnixMilli(), page.Before.ID)
	}
	query += ` ORDER BY deleted_at DESC, memory_id DESC LIMIT $2`
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		if found, err = store.Collect(ctx, t.Querier, scanTrashed, query, args...); err != nil {
			return err
		}
		return t.Row(ctx, `SELECT COUNT(*) FROM trash WHERE user_id = $1`, userID).Scan(&total)
	})
	return found, total, store.Explain(err, "list the trash of", userID)
}

func scanTrashed(row store.Scanner) (d trash.Memory, err error) {
	var deleted int64
	err = row.Scan(&d.ID, &d.Kind, &d.Title, &d.URL, &deleted)
	d.DeletedAt = store.FromMillis(deleted)
	return d, err
}

// Purge implements trash.Store.
func (s *Store) Purge(ctx context.Context, userID, id string) error {
	return store.Explain(s.purge(ctx, []memory.Memory{{UserID: userID, ID: id}}, true), "purge memory", id)
}

// purge removes memories in one transaction. Those that left the trash meanwhile are an error if
// they must be there.
func (s *Store) purge(ctx context.Context, memories []memory.Memory, must bool) error {
	return s.db.WriteAnyway(ctx, func(t store.Tx) error { return s.purgeIn(ctx, t, memories, must) })
}

func (s *Store) purgeIn(ctx context.Context, t store.Tx, memories []memory.Memory, must bool) error {
	var keys []string
	for _, m := range memories {
		files, err := rows.Remove(ctx, t, m.UserID, m.ID)
		if err != nil && (must || fault.KindOf(err) != fault.NotFound) {
			return err
		}
		keys = append(keys, files...)
	}
	return s.removeBlobs(ctx, t, keys...)
}

// boundTrash purges what the user deleted first where a memory with these files is one too many.
// fault.Limit if that was deleted so lately that it may have been by mistake.
func (s *Store) boundTrash(ctx context.Context, t store.Tx, userID string, files []string, at time.Time) error {
	const (
		of     = `SELECT memory_id, kind, title, url, deleted_at FROM trash WHERE user_id = $1`
		oldest = ` ORDER BY deleted_at DESC, memory_id DESC LIMIT $2 OFFSET $3`
	)
	over, err := store.Collect(ctx, t.Querier, scanTrashed, of+oldest, userID, purgeBatch, trash.MaxMemories)
	if err == nil && len(over) == 0 && slices.ContainsFunc(files, blob.IsDocument) {
		over, err = store.Collect(ctx, t.Querier, scanTrashed, of+` AND files LIKE '%"documents/%'`+oldest, userID, purgeBatch, trash.MaxWithFiles)
	}
	if err != nil {
		return err
	}
	gone := make([]memory.Memory, len(over))
	for i, d := range over {
		if d.DeletedAt.After(at.Add(-trash.Undoable)) {
			return trash.Full()
		}
		gone[i] = memory.Memory{UserID: userID, ID: d.ID}
	}
	return s.purgeIn(ctx, t, gone, false)
}

// purgeBatch bounds the transactions of those that purge many.
const purgeBatch = 50

// EmptyTrash implements trash.Store.
func (s *Store) EmptyTrash(ctx context.Context, userID string, until time.Time) error {
	_, err := s.purgeAll(ctx, `SELECT user_id, memory_id FROM trash WHERE user_id = $1 AND deleted_at <= $2
		ORDER BY deleted_at, memory_id LIMIT $3`, userID, until.UnixMilli(), purgeBatch)
	return store.Explain(err, "empty the trash of", userID)
}

// PurgeTrash implements trash.Store, for all users.
func (s *Store) PurgeTrash(ctx context.Context, before time.Time) (int, error) {
	n, err := s.purgeAll(ctx, `SELECT user_id, memory_id FROM trash WHERE deleted_at < $1
		ORDER BY deleted_at, user_id, memory_id LIMIT $2`, before.UnixMilli(), purgeBatch)
	return n, store.Explain(err, "purge the trash before", before.UTC().Format(time.RFC3339))
}

// purgeAll purges what a query finds until it finds nothing, and returns how many that were.
func (s *Store) purgeAll(ctx context.Context, query string, args ...any) (n int, err error) {
	for {
		batch, err := store.Collect(ctx, s.db.Reader(), scanMemoryID, query, args...)
		if err == nil && len(batch) > 0 {
			err = s.purge(ctx, batch, false)
		}
		if err != nil || len(batch) == 0 {
			return n, err
		}
		n += len(batch)
	}
}
