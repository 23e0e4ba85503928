package memories

import (
	"context"
	"time"

	"engram/internal/capture"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/documents"
	"engram/internal/store/passages"
	"engram/internal/store/signatures"
	"engram/internal/store/webhooks"
	"engram/internal/webhook"
)

// Open implements capture.Store.
func (s *Store) Open(ctx context.Context, userID, id string) (m memory.Memory, run int64, err error) {
	var disabled bool
	err = s.db.Reader().Row(ctx, `SELECT `+memoryColumns+`, captures, (SELECT disabled_at <> 0 FROM users WHERE user_id = $1)
		FROM memories WHERE user_id = $1 AND id = $2`, userID, id).Scan(append(memoryFields(&m), &run, &disabled)...)
	if err == nil && disabled {
		err = capture.ErrDisabled
	}
	if m.OwnTitle {
		m.Title = m.SourceTitle // what a capture may change
	}
	return m, run, store.Explain(orMemoryNotFound(err), "open memory", id)
}

// SaveCapture implements capture.Store. It is idempotent.
func (s *Store) SaveCapture(ctx context.Context, r capture.Result) error {
	m := r.Memory
	err := s.db.Write(ctx, func(t store.Tx) error {
		before, err := lockMemory(ctx, t, m.UserID, m.ID)
		if err != nil {
			return err
		}
		if err := advanceRun(ctx, t, m.UserID, m.ID, r.Run); err != nil {
			return err
		}
		return s.saveCapture(ctx, t, before, r)
	})
	if err == nil {
		s.saved()
		s.changed(m.UserID)
	}
	return store.Explain(err, "save capture of memory", m.ID)
}

// Fill gives a locked memory the text that it waits for, within a transaction.
func (s *Store) Fill(ctx context.Context, t store.Tx, before memory.Memory, r capture.Result) error {
	_, err := t.Exec(ctx, `UPDATE memories SET captures = captures + 1 WHERE user_id = $1 AND id = $2`, before.UserID, before.ID)
	if err != nil {
		return err
	}
	return s.saveCapture(ctx, t, before, r)
}

func (s *Store) saveCapture(ctx context.Context, t store.Tx, before memory.Memory, r capture.Result) error {
	m := r.Memory
	if err := updateCaptured(ctx, t, m); err != nil {
		return err
	}
	if !r.KeepPassages {
		if err := putText(ctx, t, m.UserID, m.ID, r); err != nil {
			return err
		}
		if !r.Append {
			if err := signatures.Keep(ctx, t, m.UserID, m.ID, r.Signature); err != nil {
				return err
			}
		}
		if err := s.keepFigures(ctx, t, m, r); err != nil {
			return err
		}
		if err := keepTweet(ctx, t, m.UserID, m.ID, r.Tweet); err != nil {
			return err
		}
	}
	if err := webhooks.Emit(ctx, t, m.UserID, webhook.Settled(before.Status, captured(before, m))...); err != nil {
		return err
	}
	if err := markChange(ctx, t, m.UserID, m.ID); err != nil || before.ImageKey == m.ImageKey {
		return err
	}
	return s.removeBlobs(ctx, t, before.ImageKey)
}

// captured returns a memory after a capture, which changes neither its tags nor a title of its user's.
func captured(before, m memory.Memory) memory.Memory {
	if m.Tags = before.Tags; before.OwnTitle {
		m.Title, m.OwnTitle = before.Title, true
	}
	return m
}

// advanceRun counts a capture of a locked memory; capture.ErrOvertaken if there were others since
// run.
func advanceRun(ctx context.Context, t store.Tx, userID, id string, run int64) error {
	n, err := t.Exec(ctx, `UPDATE memories SET captures = captures + 1 WHERE user_id = $1 AND id = $2 AND captures = $3`, userID, id, run)
	if err == nil && n == 0 {
		return capture.ErrOvertaken
	}
	return err
}

func updateCaptured(ctx context.Context, t store.Tx, m memory.Memory) error {
	bookmark, err := encodeBookmark(m.Bookmark)
	if err != nil {
		return err
	}
	keys := filter.KeysOf(m)
	_, err = t.Exec(ctx, `UPDATE memories SET title = CASE WHEN own_title = 1 THEN title ELSE $3 END,
		captured_title = CASE WHEN own_title = 1 THEN $3 ELSE '' END, description = $4, image_key = $5, site = $6, author = $7, canonical = $8,
		language = $9, published_at = $10, duration = $11, pages = $12, captured_at = $13, status = $14, error = $15, bookmark = $16,
		image_width = $17, image_height = $18, site_key = $19, author_key = $20, language_key = $21,
		title_key = CASE WHEN own_title = 1 THEN title_key ELSE $22 END
		WHERE user_id = $1 AND id = $2`,
		m.UserID, m.ID, m.Title, m.Description, m.ImageKey, m.Site, m.Author, m.Canonical,
		m.Language, store.MillisOrZero(m.PublishedAt), int64(m.Duration.Seconds()), m.Pages,
		store.MillisOrZero(m.CapturedAt), string(m.Status), m.Error, bookmark,
		m.ImageWidth, m.ImageHeight, keys.Site, keys.Author, keys.Language, keys.Title)
	return err
}

// Reopen implements capture.Store.
func (s *Store) Reopen(ctx context.Context, userID, id string, at time.Time) (m memory.Memory, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		if m, err = lockMemory(ctx, t, userID, id); err != nil {
			return err
		}
		anew := m.Status != memory.Pending // else nothing is stored yet, and it only needs to start
		if anew {
			if err := reopen(ctx, t, &m, at); err != nil {
				return err
			}
		}
		waiting, err := waiting(ctx, t, userID)
		if err != nil {
			return err
		}
		return s.jobs.Recapture(ctx, t.Raw, userID, id, waiting, anew)
	})
	if err == nil {
		s.changed(userID)
	}
	return m, store.Explain(err, "reopen memory", id)
}

func reopen(ctx context.Context, t store.Tx, m *memory.Memory, at time.Time) error {
	m.Status, m.Error = memory.Pending, ""
	_, err := t.Exec(ctx, `UPDATE memories SET status = $3, error = '', pending_since = $4, captures = captures + 1
		WHERE user_id = $1 AND id = $2`, m.UserID, m.ID, string(m.Status), at.UnixMilli())
	if err != nil {
		return err
	}
	return markChange(ctx, t, m.UserID, m.ID)
}

// putText appends a continuation, and otherwise replaces the passages, the document and the words.
func putText(ctx context.Context, t store.Tx, userID, memoryID string, r capture.Result) error {
	if r.Append {
		first, err := passages.Follow(ctx, t, userID, memoryID, r.Passages)
		if err != nil {
			return err
		}
		if err := documents.Follow(ctx, t, userID, memoryID, r.Document, first); err != nil {
			return err
		}
		return documents.KeepWords(ctx, t, userID, memoryID, r.Words)
	}
	if err := passages.Replace(ctx, t, userID, memoryID, r.Passages); err != nil {
		return err
	}
	if err := documents.Keep(ctx, t, userID, memoryID, r.Document); err != nil {
		return err
	}
	if err := documents.DropWords(ctx, t, userID, memoryID); err != nil {
		return err
	}
	return documents.KeepWords(ctx, t, userID, memoryID, r.Words)
}

// requeueBatch bounds the transactions of RequeuePending.
const requeueBatch = 200

// RequeuePending implements capture.Store, for all users.
func (s *Store) RequeuePending(ctx context.Context, before time.Time) (int, error) {
	total := 0
	for last := (memory.Memory{}); ; {
		batch, err := store.Collect(ctx, s.db.Reader(), scanMemoryID, `SELECT user_id, id FROM memories
			WHERE status = 'pending' AND pending_since < $1 AND (SELECT disabled_at FROM users u WHERE u.user_id = memories.user_id) = 0
			AND (user_id > $2 OR user_id = $2 AND id > $3)
			ORDER BY user_id, id LIMIT $4`, before.UnixMilli(), last.UserID, last.ID, requeueBatch)
		if err == nil && len(batch) > 0 {
			err = s.db.Write(ctx, func(t store.Tx) error { return s.requeue(ctx, t, batch) })
		}
		if err != nil {
			return total, store.Explain(err, "requeue memories pending since", before.UTC().Format(time.RFC3339))
		}
		total += len(batch)
		if len(batch) < requeueBatch {
			return total, nil
		}
		last = batch[len(batch)-1]
	}
}

func (s *Store) requeue(ctx context.Context, t store.Tx, memories []memory.Memory) error {
	for _, m := range memories {
		if err := s.jobs.Capture(ctx, t.Raw, m.UserID, m.ID, MaxWaiting); err != nil { // there may be many
			return err
		}
	}
	return nil
}

func scanMemoryID(row store.Scanner) (m memory.Memory, err error) {
	err = row.Scan(&m.UserID, &m.ID)
	return m, err
}

// Unmeasured implements capture.Store, for all users.
func (s *Store) Unmeasured(ctx context.Context, limit int) ([]memory.Memory, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanPicture, `SELECT user_id, id, image_key FROM memories
		WHERE image_key <> '' AND image_width = 0 LIMIT $1`, limit)
	return found, store.Explain(err, "list pictures without a size", "")
}

// SaveSize implements capture.Store.
func (s *Store) SaveSize(ctx context.Context, m memory.Memory) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE memories SET image_width = $4, image_height = $5
			WHERE user_id = $1 AND id = $2 AND image_key = $3 AND image_width = 0`, m.UserID, m.ID, m.ImageKey, m.ImageWidth, m.ImageHeight)
		return err
	})
	return store.Explain(err, "save picture size of memory", m.ID)
}

func scanPicture(row store.Scanner) (m memory.Memory, err error) {
	err = row.Scan(&m.UserID, &m.ID, &m.ImageKey)
	return m, err
}

// waiting counts the user's memories without a capture, but for those that wait to be released.
func waiting(ctx context.Context, t store.Tx, userID string) (n int, err error) {
	err = t.Row(ctx, `SELECT COUNT(*) FROM (
		SELECT 1 FROM memories WHERE user_id = $1 AND status = 'pending' AND pending_since < $3 LIMIT $2) AS first`,
		userID, MaxWaiting, int64(untilReleased)).Scan(&n)
	return n, err
}
