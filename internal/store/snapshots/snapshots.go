// Package snapshots stores which copies of search indexes lie in the bucket.
package snapshots

import (
	"context"
	"encoding/json"
	"time"

	"engram/internal/fault"
	"engram/internal/snapshot"
	"engram/internal/store"
	"engram/internal/store/counters"
)

var _ snapshot.Rows = (*Store)(nil)

// Store stores them. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

const columns = `user_id, id, format, seq, passages, files, complete, created_at`

func scan(row store.Scanner) (s snapshot.Snapshot, err error) {
	var files string
	var complete, created int64
	if err = row.Scan(&s.UserID, &s.ID, &s.Format, &s.Seq, &s.Passages, &files, &complete, &created); err != nil {
		return s, err
	}
	s.Complete, s.CreatedAt = complete != 0, store.FromMillis(created)
	return s, json.Unmarshal([]byte(files), &s.Files)
}

// SnapshotsOf implements snapshot.Rows.
func (s *Store) SnapshotsOf(ctx context.Context, userID string) ([]snapshot.Snapshot, error) {
	all, err := of(ctx, s.db.Reader(), userID)
	return all, store.Explain(err, "list snapshots of", userID)
}

func of(ctx context.Context, q store.Querier, userID string) ([]snapshot.Snapshot, error) {
	return store.Collect(ctx, q, scan, `SELECT `+columns+` FROM snapshots WHERE user_id = $1 ORDER BY seq DESC, created_at DESC, id`, userID)
}

// Keys returns the keys of the files of a user's snapshots.
func Keys(ctx context.Context, q store.Querier, userID string) (keys []string, err error) {
	all, err := of(ctx, q, userID)
	for _, one := range all {
		keys = append(keys, one.Keys()...)
	}
	return keys, err
}

// Unchanged implements snapshot.Rows. It counts the passages after the change, of which there are few.
func (s *Store) Unchanged(ctx context.Context, userID string, seq int64) (n int, err error) {
	err = s.db.Reader().Row(ctx, `SELECT COALESCE((SELECT n FROM counters WHERE user_id = $1 AND name = $3 AND period = $4), 0)
		- (SELECT COUNT(*) FROM passages WHERE user_id = $1 AND seq > $2)`, userID, seq, string(counters.Passages), counters.Always).Scan(&n)
	return n, store.Explain(err, "count unchanged passages of", userID)
}

// AddSnapshot implements snapshot.Rows.
func (s *Store) AddSnapshot(ctx context.Context, of snapshot.Snapshot) error {
	files, err := json.Marshal(of.Files)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO snapshots (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			of.UserID, of.ID, of.Format, of.Seq, of.Passages, string(files), store.FromBool(of.Complete), of.CreatedAt.UnixMilli())
		return err
	})
	return store.Explain(err, "add a snapshot of", of.UserID)
}

// CompleteSnapshot implements snapshot.Rows.
func (s *Store) CompleteSnapshot(ctx context.Context, userID, id string) error {
	n, err := s.write(ctx, userID, `UPDATE snapshots SET complete = 1 WHERE user_id = $1 AND id = $2`, userID, id)
	if err == nil && n == 0 {
		return fault.New(fault.NotFound, "The snapshot was removed while it was written")
	}
	return err
}

// DiscardSnapshots implements snapshot.Rows.
func (s *Store) DiscardSnapshots(ctx context.Context, userID string) error {
	_, err := s.write(ctx, userID, `UPDATE snapshots SET complete = 0 WHERE user_id = $1 AND complete = 1`, userID)
	return err
}

// RemoveSnapshot implements snapshot.Rows.
func (s *Store) RemoveSnapshot(ctx context.Context, userID, id string) error {
	_, err := s.write(ctx, userID, `DELETE FROM snapshots WHERE user_id = $1 AND id = $2`, userID, id)
	return err
}

func (s *Store) write(ctx context.Context, userID, statement string, args ...any) (n int64, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) (err error) {
		n, err = t.Exec(ctx, statement, args...)
		return err
	})
	return n, store.Explain(err, "write snapshots of", userID)
}

// StaleSnapshots implements snapshot.Rows. Of each user it counts the passages that are newer than the snapshot.
func (s *Store) StaleSnapshots(ctx context.Context, before time.Time, limit int) ([]snapshot.Snapshot, error) {
	stale, err := store.Collect(ctx, s.db.Reader(), scan, `SELECT `+columns+` FROM snapshots s WHERE s.created_at < $1 AND (s.complete = 0
			OR s.passages > COALESCE((SELECT n FROM counters c WHERE c.user_id = s.user_id AND c.name = $2 AND c.period = $3), 0)
				- (SELECT COUNT(*) FROM passages p WHERE p.user_id = s.user_id AND p.seq > s.seq))
		ORDER BY s.created_at, s.user_id, s.id LIMIT $4`, before.UnixMilli(), string(counters.Passages), counters.Always, limit)
	return stale, store.Explain(err, "list", "stale snapshots")
}
