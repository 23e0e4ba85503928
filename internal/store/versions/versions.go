// Package versions stores the texts that notes had.
package versions

import (
	"context"
	"time"

	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store"
)

const (
	oneSitting   = 5 * time.Minute // edits within it share a version
	keptVersions = 20              // of a note, the present one included; the first one is kept besides
)

// Keep stores the text of a note beside the earlier ones. Its first text stays for good, and an
// edit that leaves little of a text has a version of its own.
func Keep(ctx context.Context, t store.Tx, before, after memory.Memory, at time.Time) error {
	if before.Edition == 0 {
		if err := insert(ctx, t, before, before.FirstSaved()); err != nil {
			return err
		}
	}
	if keepsMost(before.Description, after.Description) {
		shared, err := t.Exec(ctx, `UPDATE note_versions SET edition = $3, description = $4
			WHERE user_id = $1 AND memory_id = $2 AND edition = $5 AND edition > 0 AND written_at > $6`,
			after.UserID, after.ID, after.Edition, after.Description, before.Edition, at.Add(-oneSitting).UnixMilli())
		if err != nil || shared > 0 {
			return err
		}
	}
	if err := insert(ctx, t, after, at); err != nil {
		return err
	}
	_, err := t.Exec(ctx, `DELETE FROM note_versions WHERE user_id = $1 AND memory_id = $2 AND edition > 0 AND edition NOT IN
		(SELECT edition FROM note_versions WHERE user_id = $1 AND memory_id = $2 ORDER BY edition DESC LIMIT $3)`,
		after.UserID, after.ID, keptVersions)
	return err
}

// keepsMost reports whether at least half of a text stands at the beginning and the end of the next.
func keepsMost(before, after string) bool {
	n, head, tail := min(len(before), len(after)), 0, 0
	for head < n && before[head] == after[head] {
		head++
	}
	for head+tail < n && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return 2*(head+tail) >= len(before)
}

func insert(ctx context.Context, t store.Tx, m memory.Memory, at time.Time) error {
	return Put(ctx, t, m.UserID, m.ID, m.Edition, m.Description, at)
}

// Put stores a text of a note, unless there is one of its edition.
func Put(ctx context.Context, t store.Tx, userID, id string, edition int, text string, at time.Time) error {
	_, err := t.Exec(ctx, `INSERT INTO note_versions (user_id, memory_id, edition, description, written_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, memory_id, edition) DO NOTHING`,
		userID, id, edition, text, at.UnixMilli())
	return err
}

// ofTitle are the characters of a text that are read for its title.
const ofTitle = 2000

// List returns the earlier versions of a note, the latest first.
func List(ctx context.Context, q store.Querier, userID, id string) ([]library.Version, error) {
	return store.Collect(ctx, q, scan, `SELECT v.edition, v.written_at, substr(v.description, 1, $3), LENGTH(v.description)
		FROM note_versions v JOIN memories m ON m.user_id = v.user_id AND m.id = v.memory_id
		WHERE v.user_id = $1 AND v.memory_id = $2 AND v.edition <> m.edition ORDER BY v.edition DESC`, userID, id, ofTitle)
}

func scan(row store.Scanner) (v library.Version, err error) {
	var written int64
	err = row.Scan(&v.Edition, &written, &v.Beginning, &v.Characters)
	v.WrittenAt = store.FromMillis(written)
	return v, err
}

// Text returns the text of a version.
func Text(ctx context.Context, q store.Querier, userID, id string, edition int) (text string, err error) {
	err = q.Row(ctx, `SELECT description FROM note_versions WHERE user_id = $1 AND memory_id = $2 AND edition = $3`,
		userID, id, edition).Scan(&text)
	return text, store.OrNotFound(err, "This version is not kept any more")
}

// Drop deletes the versions of a memory.
func Drop(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM note_versions WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
