// Package trash keeps the rows of deleted memories as they were, until they are put back or removed.
package trash

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"engram/internal/memory"
	"engram/internal/store"
)

// Put keeps a locked memory with its rows, which the caller then deletes. The files are the keys of
// its blobs.
func Put(ctx context.Context, t store.Tx, m memory.Memory, files []string, at time.Time) error {
	encoded, err := json.Marshal(files)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO trash (user_id, memory_id, kind, title, url, files, deleted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, m.UserID, m.ID, string(m.Kind), m.Title, m.URL, string(encoded), at.UnixMilli())
	if err != nil {
		return err
	}
	return pack(ctx, t, m.UserID, m.ID)
}

// Kind returns what kind of memory lies in the trash, and locks it; fault.NotFound if there is none.
func Kind(ctx context.Context, t store.Tx, userID, id string) (kind memory.Kind, err error) {
	err = t.Row(ctx, `SELECT kind FROM trash WHERE user_id = $1 AND memory_id = $2`+t.ForUpdate(), userID, id).Scan(&kind)
	return kind, orNotFound(err)
}

// PutBack inserts the rows of a memory again, its passages at the end of the user's log.
func PutBack(ctx context.Context, t store.Tx, userID, id string) error {
	if err := unpack(ctx, t, userID, id); err != nil {
		return err
	}
	_, err := Remove(ctx, t, userID, id)
	return err
}

// Remove deletes a memory and returns the keys of its files; fault.NotFound if it is not there.
func Remove(ctx context.Context, t store.Tx, userID, id string) (files []string, err error) {
	files, err = scanFiles(t.Row(ctx, `DELETE FROM trash WHERE user_id = $1 AND memory_id = $2 RETURNING files`, userID, id))
	if err != nil {
		return nil, orNotFound(err)
	}
	_, err = t.Exec(ctx, `DELETE FROM trash_rows WHERE user_id = $1 AND memory_id = $2`, userID, id)
	return files, err
}

// Files returns the keys of all files of the user's trash.
func Files(ctx context.Context, q store.Querier, userID string) ([]string, error) {
	all, err := store.Collect(ctx, q, scanFiles, `SELECT files FROM trash WHERE user_id = $1`, userID)
	return slices.Concat(all...), err
}

// FilesOf returns the keys of a memory's files; none if it is not in the trash.
func FilesOf(ctx context.Context, q store.Querier, userID, id string) ([]string, error) {
	all, err := store.Collect(ctx, q, scanFiles, `SELECT files FROM trash WHERE user_id = $1 AND memory_id = $2`, userID, id)
	return slices.Concat(all...), err
}

func scanFiles(row store.Scanner) (files []string, err error) {
	var encoded string
	if err := row.Scan(&encoded); err != nil {
		return nil, err
	}
	return files, json.Unmarshal([]byte(encoded), &files)
}

func orNotFound(err error) error { return store.OrNotFound(err, "It is not in the trash") }
