package store

import (
	"context"
	"slices"
	"time"

	"engram/internal/capture"
	"engram/internal/memory"
)

// Open implements capture.Store.
func (s *Store) Open(ctx context.Context, userID, id string) (m memory.Memory, run int64, err error) {
	err = s.reader().row(ctx, `SELECT `+memoryColumns+`, captures FROM memories WHERE user_id = $1 AND id = $2`, userID, id).
		Scan(append(memoryFields(&m), &run)...)
	return m, run, explain(orMemoryNotFound(err), "open memory", id)
}

// SaveCapture implements capture.Store. Run again with the same result, it leaves the same memory.
func (s *Store) SaveCapture(ctx context.Context, r capture.Result) error {
	m := r.Memory
	err := s.write(ctx, func(t tx) error {
		before, err := t.lockMemory(ctx, m.UserID, m.ID)
		if err != nil {
			return err
		}
		if err := t.advanceRun(ctx, m.UserID, m.ID, r.Run); err != nil {
			return err
		}
		if err := t.updateCaptured(ctx, m); err != nil {
			return err
		}
		if !r.Keep {
			if err := t.putPassages(ctx, m.UserID, m.ID, r); err != nil {
				return err
			}
			if err := t.keepTweet(ctx, m.UserID, m.ID, r.Tweet); err != nil {
				return err
			}
		}
		if err := t.markChange(ctx, m.UserID, m.ID); err != nil || before.ImageKey == m.ImageKey {
			return err
		}
		return s.removeBlobs(ctx, t, before.ImageKey)
	})
	if err == nil {
		s.saved()
		s.changed(m.UserID)
	}
	return explain(err, "save capture of memory", m.ID)
}

// advanceRun counts one more capture of a locked memory; capture.ErrOvertaken when there were others since run.
func (t tx) advanceRun(ctx context.Context, userID, id string, run int64) error {
	n, err := t.exec(ctx, `UPDATE memories SET captures = captures + 1 WHERE user_id = $1 AND id = $2 AND captures = $3`, userID, id, run)
	if err == nil && n == 0 {
		return capture.ErrOvertaken
	}
	return err
}

func (t tx) updateCaptured(ctx context.Context, m memory.Memory) error {
	bookmark, err := encodeBookmark(m.Bookmark)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `UPDATE memories SET title = $3, description = $4, image_key = $5, site = $6, author = $7, canonical = $8,
		language = $9, published_at = $10, duration = $11, pages = $12, captured_at = $13, status = $14, error = $15, bookmark = $16,
		image_width = $17, image_height = $18
		WHERE user_id = $1 AND id = $2`,
		m.UserID, m.ID, m.Title, m.Description, m.ImageKey, m.Site, m.Author, m.Canonical,
		m.Language, millisOrZero(m.PublishedAt), int64(m.Duration.Seconds()), m.Pages, millisOrZero(m.CapturedAt), string(m.Status), m.Error, bookmark,
		m.ImageWidth, m.ImageHeight)
	return err
}

// Reopen implements capture.Store.
func (s *Store) Reopen(ctx context.Context, userID, id string, at time.Time) (m memory.Memory, err error) {
	err = s.write(ctx, func(t tx) error {
		if m, err = t.lockMemory(ctx, userID, id); err != nil {
			return err
		}
		anew := m.Status != memory.Pending // else its capture has yet to store anything: it need only begin
		if anew {
			if err := t.reopen(ctx, &m, at); err != nil {
				return err
			}
		}
		waiting, err := t.waiting(ctx, userID)
		if err != nil {
			return err
		}
		return s.jobs.Recapture(ctx, t.raw, userID, id, waiting, anew)
	})
	if err == nil {
		s.changed(userID)
	}
	return m, explain(err, "reopen memory", id)
}

func (t tx) reopen(ctx context.Context, m *memory.Memory, at time.Time) error {
	m.Status, m.Error = memory.Pending, ""
	_, err := t.exec(ctx, `UPDATE memories SET status = $3, error = '', pending_since = $4, captures = captures + 1
		WHERE user_id = $1 AND id = $2`, m.UserID, m.ID, string(m.Status), at.UnixMilli())
	if err != nil {
		return err
	}
	return t.markChange(ctx, m.UserID, m.ID)
}

// putPassages appends what follows on what is there, and replaces it with anything else.
func (t tx) putPassages(ctx context.Context, userID, memoryID string, r capture.Result) error {
	if !r.Follows {
		return t.replacePassages(ctx, userID, memoryID, r.Passages)
	}
	var next int
	err := t.row(ctx, `SELECT COALESCE(MAX(ord) + 1, 0) FROM passages WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&next)
	if err != nil {
		return err
	}
	following := slices.Clone(r.Passages)
	for i := range following {
		following[i].Ord += next
	}
	return t.appendPassages(ctx, userID, memoryID, following)
}

// replacePassages logs a deletion only when there was something to delete, so that the capture of a memory
// without passages leaves no such row behind.
func (t tx) replacePassages(ctx context.Context, userID, memoryID string, passages []memory.Passage) error {
	removed, err := t.removePassages(ctx, userID, memoryID)
	if err != nil {
		return err
	}
	if removed > 0 {
		if err := t.logDeletion(ctx, userID, memoryID); err != nil {
			return err
		}
	}
	return t.appendPassages(ctx, userID, memoryID, passages)
}

// requeueBatch bounds one transaction of RequeuePending.
const requeueBatch = 200

// RequeuePending implements capture.Store. Like RemoveUnclaimed it works through every user's rows.
func (s *Store) RequeuePending(ctx context.Context, before time.Time) (int, error) {
	total := 0
	for last := (memory.Memory{}); ; {
		batch, err := collect(ctx, s.reader(), scanMemoryID, `SELECT user_id, id FROM memories
			WHERE status = 'pending' AND pending_since < $1 AND (user_id > $2 OR user_id = $2 AND id > $3)
			ORDER BY user_id, id LIMIT $4`, before.UnixMilli(), last.UserID, last.ID, requeueBatch)
		if err == nil && len(batch) > 0 {
			err = s.write(ctx, func(t tx) error { return s.requeue(ctx, t, batch) })
		}
		if err != nil {
			return total, explain(err, "requeue memories pending since", before.UTC().Format(time.RFC3339))
		}
		total += len(batch)
		if len(batch) < requeueBatch {
			return total, nil
		}
		last = batch[len(batch)-1]
	}
}

func (s *Store) requeue(ctx context.Context, t tx, memories []memory.Memory) error {
	for _, m := range memories {
		if err := s.jobs.Capture(ctx, t.raw, m.UserID, m.ID, MaxWaiting); err != nil { // there may be many
			return err
		}
	}
	return nil
}

func scanMemoryID(row scanner) (m memory.Memory, err error) {
	err = row.Scan(&m.UserID, &m.ID)
	return m, err
}

// waiting counts the user's memories that wait for their capture.
func (t tx) waiting(ctx context.Context, userID string) (n int, err error) {
	err = t.row(ctx, `SELECT COUNT(*) FROM (
		SELECT 1 FROM memories WHERE user_id = $1 AND status = 'pending' LIMIT $2) AS first`, userID, MaxWaiting).Scan(&n)
	return n, err
}
