// Package attempts counts attempts that are limited, for all nodes together.
package attempts

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"engram/internal/account"
	"engram/internal/store"
)

var _ account.Attempts = (*Store)(nil)

// Store counts attempts by the generic cell rate algorithm: a row holds the time at which a key has regained all of its
// attempts. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// Take implements account.Attempts. Keys name people and addresses, so that only their hashes are stored.
func (s *Store) Take(ctx context.Context, key string, most int, period time.Duration, now time.Time) (wait time.Duration, err error) {
	hash := sha256.Sum256([]byte(key))
	name, at, step := hex.EncodeToString(hash[:]), now.UnixMicro(), period.Microseconds()
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		wait = 0
		n, err := t.Exec(ctx, `INSERT INTO attempts (key, full_at) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE
			SET full_at = CASE WHEN attempts.full_at > $3 THEN attempts.full_at ELSE $3 END + $4
			WHERE attempts.full_at <= $5`, name, at+step, at, step, at+step*int64(most-1))
		if err != nil || n == 1 {
			return err
		}
		var full int64
		err = t.Row(ctx, `SELECT full_at FROM attempts WHERE key = $1`, name).Scan(&full)
		if errors.Is(err, sql.ErrNoRows) { // it was full, and forgotten just now
			return nil
		}
		wait = time.Duration(full-at-step*int64(most-1)) * time.Microsecond
		return err
	})
	return max(wait, 0), store.Explain(err, "count", "an attempt")
}

// Forget deletes the keys that have all of their attempts.
func (s *Store) Forget(ctx context.Context) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM attempts WHERE full_at < $1`, time.Now().UnixMicro())
		return err
	})
	return store.Explain(err, "forget", "attempts")
}
