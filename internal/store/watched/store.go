// Package watched stores which files of the watched folder were taken in.
package watched

import (
	"context"
	"strings"

	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/watch"
)

var _ watch.Store = (*Store)(nil)

// Store stores them. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// Owner implements watch.Store.
func (s *Store) Owner(ctx context.Context, name string) (o watch.Owner, err error) {
	var created, disabled int64
	err = s.db.Reader().Row(ctx, `SELECT u.user_id, u.plan, u.created_at, u.disabled_at FROM login l JOIN users u ON u.user_id = l.user_id WHERE l.name = $1`,
		strings.ToLower(name)).Scan(&o.UserID, &o.Plan, &created, &disabled)
	if err == nil && disabled != 0 {
		return watch.Owner{}, fault.New(fault.NotFound, "The account is disabled")
	}
	o.CreatedAt = store.FromMillis(created)
	return o, store.Explain(store.OrNotFound(err, "There is no account of that name"), "find the owner of", name)
}

// Seen implements watch.Store.
func (s *Store) Seen(ctx context.Context, userID, path string, size, modified int64) (seen bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM watched
		WHERE user_id = $1 AND path = $2 AND size = $3 AND modified = $4 AND saved = 1)`, userID, path, size, modified).Scan(&seen)
	return seen, store.Explain(err, "look for watched", path)
}

// File implements watch.Store.
func (s *Store) File(ctx context.Context, userID, hash string) (f watch.File, err error) {
	f = watch.File{UserID: userID, Hash: hash}
	var saved int64
	err = s.db.Reader().Row(ctx, `SELECT path, size, modified, upload_id, saved FROM watched WHERE user_id = $1 AND hash = $2`, userID, hash).
		Scan(&f.Path, &f.Size, &f.Modified, &f.UploadID, &saved)
	f.Saved = saved != 0
	return f, store.Explain(store.OrNotFound(err, "The file was not taken in"), "read watched", hash)
}

// AddFile implements watch.Store.
func (s *Store) AddFile(ctx context.Context, f watch.File) (added bool, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `INSERT INTO watched (user_id, hash, path, size, modified, upload_id, saved) VALUES ($1, $2, $3, $4, $5, $6, 0)
			ON CONFLICT (user_id, hash) DO NOTHING`, f.UserID, f.Hash, f.Path, f.Size, f.Modified, f.UploadID)
		added = n == 1
		return err
	})
	return added, store.Explain(err, "add watched", f.Path)
}

// MoveFile implements watch.Store.
func (s *Store) MoveFile(ctx context.Context, f watch.File) error {
	return s.write(ctx, f.Hash, `UPDATE watched SET path = $3, size = $4, modified = $5 WHERE user_id = $1 AND hash = $2`,
		f.UserID, f.Hash, f.Path, f.Size, f.Modified)
}

// FileSaved implements watch.Store.
func (s *Store) FileSaved(ctx context.Context, userID, hash string) error {
	return s.write(ctx, hash, `UPDATE watched SET saved = 1 WHERE user_id = $1 AND hash = $2`, userID, hash)
}

// DropFile implements watch.Store.
func (s *Store) DropFile(ctx context.Context, userID, hash string) error {
	return s.write(ctx, hash, `DELETE FROM watched WHERE user_id = $1 AND hash = $2`, userID, hash)
}

func (s *Store) write(ctx context.Context, hash, statement string, args ...any) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, statement, args...)
		return err
	})
	return store.Explain(err, "change watched", hash)
}
