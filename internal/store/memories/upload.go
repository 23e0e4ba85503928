package memories

import (
	"context"
	"time"

	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/upload"
)

// AddUpload implements upload.Store.
func (s *Store) AddUpload(ctx context.Context, u upload.Upload, maxUnclaimed int) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, ok, err := counters.Take(ctx, t, u.UserID, counters.Unclaimed, counters.Always, maxUnclaimed)
		if err != nil {
			return err
		}
		if !ok {
			return fault.New(fault.Limit, "Too many uploads are waiting to be saved. Save or wait for a day")
		}
		_, err = t.Exec(ctx, `INSERT INTO uploads (user_id, id, name, memory_id, created_at)
			VALUES ($1, $2, $3, '', $4)`, u.UserID, u.ID, u.Name, u.CreatedAt.UnixMilli())
		return err
	})
	return store.Explain(err, "add upload", u.ID)
}

// Upload implements upload.Store.
func (s *Store) Upload(ctx context.Context, userID, id string) (upload.Upload, error) {
	u := upload.Upload{}
	var created int64
	err := s.db.Reader().Row(ctx, `SELECT id, user_id, name, memory_id, created_at
		FROM uploads WHERE user_id = $1 AND id = $2`, userID, id).
		Scan(&u.ID, &u.UserID, &u.Name, &u.MemoryID, &created)
	if err != nil {
		return upload.Upload{}, store.Explain(store.OrNotFound(err, "Upload not found"), "read upload", id)
	}
	u.CreatedAt = store.FromMillis(created)
	return u, nil
}

// RemoveUpload implements upload.Store.
func (s *Store) RemoveUpload(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `DELETE FROM uploads WHERE user_id = $1 AND id = $2 AND memory_id = ''`, userID, id)
		if err != nil || n == 0 {
			return err
		}
		return counters.GiveBack(ctx, t, userID, counters.Unclaimed, counters.Always)
	})
	return store.Explain(err, "remove upload", id)
}

// removalBatch bounds the transactions of RemoveUnclaimed, which block other writes on SQLite.
const removalBatch = 200

// RemoveUnclaimed implements upload.Store, for all users, in batches. On an error it returns the
// number removed before.
func (s *Store) RemoveUnclaimed(ctx context.Context, before time.Time) (int, error) {
	total := 0
	for {
		n := 0
		err := s.db.WriteAnyway(ctx, func(t store.Tx) (err error) {
			n, err = removeUnclaimed(ctx, t, before, s.jobs)
			return err
		})
		if err != nil {
			return total, store.Explain(err, "remove unclaimed uploads before", before.UTC().Format(time.RFC3339))
		}
		total += n
		if n < removalBatch {
			return total, nil
		}
	}
}

func removeUnclaimed(ctx context.Context, t store.Tx, before time.Time, jobs Enqueuer) (int, error) {
	// The outer condition rechecks a row that was claimed while the statement waited for its lock.
	removed, err := store.Collect(ctx, t.Querier, scanUploadID, `DELETE FROM uploads
		WHERE memory_id = '' AND (user_id, id) IN (
			SELECT user_id, id FROM uploads WHERE memory_id = '' AND created_at < $1
			ORDER BY created_at, user_id, id LIMIT $2)
		RETURNING user_id, id`, before.UnixMilli(), removalBatch)
	if err != nil || len(removed) == 0 {
		return 0, err
	}
	for _, u := range removed {
		if err := counters.GiveBack(ctx, t, u.UserID, counters.Unclaimed, counters.Always); err != nil {
			return 0, err
		}
	}
	return len(removed), jobs.RemoveBlobs(ctx, t.Raw, blobKeys(removed))
}

// claim assigns an unclaimed upload of the user's to a memory.
func claim(ctx context.Context, t store.Tx, userID, uploadID, memoryID string) error {
	n, err := t.Exec(ctx, `UPDATE uploads SET memory_id = $3 WHERE user_id = $1 AND id = $2 AND memory_id = ''`,
		userID, uploadID, memoryID)
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.Invalid, "That upload is not yours or is already saved.")
	}
	return counters.GiveBack(ctx, t, userID, counters.Unclaimed, counters.Always)
}

// claimed returns a memory's uploads.
func claimed(ctx context.Context, t store.Tx, userID, memoryID string) ([]upload.Upload, error) {
	return store.Collect(ctx, t.Querier, scanUploadID,
		`SELECT user_id, id FROM uploads WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
}

func dropUploads(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM uploads WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}

func scanUploadID(row store.Scanner) (u upload.Upload, err error) {
	err = row.Scan(&u.UserID, &u.ID)
	return u, err
}

func blobKeys(uploads []upload.Upload) []string {
	keys := make([]string, len(uploads))
	for i, u := range uploads {
		keys[i] = u.BlobKey()
	}
	return keys
}
