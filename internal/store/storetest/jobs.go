package storetest

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"engram/internal/store"
)

// Jobs is a memories.Enqueuer that stores jobs in a table, within the transaction.
type Jobs struct {
	db *sql.DB
	// Broken makes every call fail.
	Broken atomic.Bool
	// Waiting is the argument of the last Capture.
	Waiting atomic.Int64
	// During, if set, runs in the transaction that enqueues a capture.
	During func()
}

var errBroken = errors.New("the queue is broken")

// NewJobs creates the table.
func NewJobs(t testing.TB, db *store.DB) *Jobs {
	t.Helper()
	if _, err := db.Writer().Exec(`CREATE TABLE test_jobs (kind TEXT, user_id TEXT, subject TEXT)`); err != nil {
		t.Fatal(err)
	}
	return &Jobs{db: db.Writer()}
}

// DeleteUser implements admin.Remover.
func (j *Jobs) DeleteUser(ctx context.Context, tx *sql.Tx, userID string) error {
	return j.insert(ctx, tx, "delete user", userID, "")
}

// Capture implements memories.Enqueuer.
func (j *Jobs) Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error {
	j.Waiting.Store(int64(waiting))
	if j.During != nil {
		j.During()
	}
	return j.insert(ctx, tx, "capture", userID, memoryID)
}

// CaptureBehind implements memories.Enqueuer.
func (j *Jobs) CaptureBehind(ctx context.Context, tx *sql.Tx, userID, memoryID string) error {
	return j.insert(ctx, tx, "behind", userID, memoryID)
}

// Behind returns a user's memories to capture behind others, sorted.
func (j *Jobs) Behind(t testing.TB, userID string) []string {
	t.Helper()
	return j.subjects(t, "behind", userID)
}

// Recapture implements memories.Enqueuer.
func (j *Jobs) Recapture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int, anew bool) error {
	j.Waiting.Store(int64(waiting))
	if !anew {
		return j.insert(ctx, tx, "hurry", userID, memoryID)
	}
	return j.insert(ctx, tx, "recapture", userID, memoryID)
}

// Recaptures returns a user's memories to capture anew, sorted.
func (j *Jobs) Recaptures(t testing.TB, userID string) []string {
	t.Helper()
	return j.subjects(t, "recapture", userID)
}

// Hurried returns a user's memories to capture now, sorted.
func (j *Jobs) Hurried(t testing.TB, userID string) []string {
	t.Helper()
	return j.subjects(t, "hurry", userID)
}

// Illustrate implements memories.Enqueuer.
func (j *Jobs) Illustrate(ctx context.Context, tx *sql.Tx, userID, memoryID string) error {
	return j.insert(ctx, tx, "illustrate", userID, memoryID)
}

// Illustrations returns a user's memories whose figures are to be fetched, sorted.
func (j *Jobs) Illustrations(t testing.TB, userID string) []string {
	t.Helper()
	return j.subjects(t, "illustrate", userID)
}

// RemoveBlobs implements memories.Enqueuer.
func (j *Jobs) RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error {
	if len(keys) == 0 {
		return errors.New("RemoveBlobs was called without a key")
	}
	for _, key := range keys {
		if err := j.insert(ctx, tx, "remove", "", key); err != nil {
			return err
		}
	}
	return nil
}

func (j *Jobs) insert(ctx context.Context, tx *sql.Tx, kind, userID, subject string) error {
	if j.Broken.Load() {
		return errBroken
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO test_jobs (kind, user_id, subject) VALUES ($1, $2, $3)`, kind, userID, subject)
	return err
}

// Captures returns a user's memories to capture, sorted.
func (j *Jobs) Captures(t testing.TB, userID string) []string {
	t.Helper()
	return j.subjects(t, "capture", userID)
}

// Removals returns the blobs to delete, sorted.
func (j *Jobs) Removals(t testing.TB) []string {
	t.Helper()
	return j.subjects(t, "remove", "")
}

func (j *Jobs) subjects(t testing.TB, kind, userID string) (subjects []string) {
	t.Helper()
	rows, err := j.db.Query(`SELECT subject FROM test_jobs WHERE kind = $1 AND user_id = $2`, kind, userID)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var subject string
		if err := rows.Scan(&subject); err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, subject)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(subjects)
	return subjects
}
