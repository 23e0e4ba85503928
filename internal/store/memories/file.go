package memories

import (
	"context"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/upload"
)

// FilesOf implements upload.Store.
func (s *Store) FilesOf(ctx context.Context, userID, memoryID string) ([]upload.Upload, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanUpload, `SELECT id, user_id, name, memory_id, created_at
		FROM uploads WHERE user_id = $1 AND memory_id = $2 ORDER BY id`, userID, memoryID)
	return found, store.Explain(err, "list the files of memory", memoryID)
}

func scanUpload(row store.Scanner) (u upload.Upload, err error) {
	var created int64
	err = row.Scan(&u.ID, &u.UserID, &u.Name, &u.MemoryID, &created)
	u.CreatedAt = store.FromMillis(created)
	return u, err
}

// Attach implements upload.Store.
func (s *Store) Attach(ctx context.Context, userID, memoryID, uploadID string, most int) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if _, err := lockMemory(ctx, t, userID, memoryID); err != nil {
			return err
		}
		return attach(ctx, t, userID, memoryID, uploadID, most)
	})
	if err == nil {
		s.changed(userID)
	}
	return store.Explain(err, "attach a file to memory", memoryID)
}

// attach claims an upload for a locked memory.
func attach(ctx context.Context, t store.Tx, userID, memoryID, uploadID string, most int) error {
	files, err := claimed(ctx, t, userID, memoryID)
	if err != nil {
		return err
	}
	if len(files) >= most {
		return fault.New(fault.Limit, "This memory has as many files as one may have. Remove one first.")
	}
	if err := claim(ctx, t, userID, uploadID, memoryID); err != nil {
		return err
	}
	return markChange(ctx, t, userID, memoryID)
}

// Detach implements upload.Store.
func (s *Store) Detach(ctx context.Context, userID, memoryID, uploadID string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		m, err := lockMemory(ctx, t, userID, memoryID)
		if err != nil {
			return err
		}
		if m.Kind == memory.Document && m.UploadID == uploadID {
			return fault.New(fault.Invalid, "This file is the memory itself. Delete the memory to remove it.")
		}
		if err := s.detach(ctx, t, m, uploadID); err != nil {
			return err
		}
		return markChange(ctx, t, userID, memoryID)
	})
	if err == nil {
		s.changed(userID)
	}
	return store.Explain(err, "detach a file from memory", memoryID)
}

// detach removes a file of a locked memory; fault.NotFound if it has none such.
func (s *Store) detach(ctx context.Context, t store.Tx, m memory.Memory, uploadID string) error {
	n, err := t.Exec(ctx, `DELETE FROM uploads WHERE user_id = $1 AND id = $2 AND memory_id = $3`, m.UserID, uploadID, m.ID)
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.NotFound, "This memory has no such file")
	}
	if m.UploadID == uploadID {
		if err := setUpload(ctx, t, m, ""); err != nil {
			return err
		}
	}
	return s.removeBlobs(ctx, t, upload.Upload{UserID: m.UserID, ID: uploadID}.BlobKey())
}

func setUpload(ctx context.Context, t store.Tx, m memory.Memory, uploadID string) error {
	_, err := t.Exec(ctx, `UPDATE memories SET upload_id = $3 WHERE user_id = $1 AND id = $2`, m.UserID, m.ID, uploadID)
	return err
}

// SavePage implements upload.Store.
func (s *Store) SavePage(ctx context.Context, userID, memoryID, uploadID string, keep bool, most int, at time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		m, err := lockMemory(ctx, t, userID, memoryID)
		if err != nil {
			return err
		}
		if m.Kind == memory.Link && m.UploadID != "" && !keep {
			if err := s.detach(ctx, t, m, m.UploadID); err != nil {
				return err
			}
		}
		if err := attach(ctx, t, userID, memoryID, uploadID, most); err != nil || m.Kind != memory.Link {
			return err
		}
		if err := setUpload(ctx, t, m, uploadID); err != nil {
			return err
		}
		if err := reopen(ctx, t, &m, at); err != nil {
			return err
		}
		waiting, err := waiting(ctx, t, userID)
		if err != nil {
			return err
		}
		return s.jobs.Recapture(ctx, t.Raw, userID, memoryID, waiting, true)
	})
	if err == nil {
		s.changed(userID)
	}
	return store.Explain(err, "save the page of memory", memoryID)
}
