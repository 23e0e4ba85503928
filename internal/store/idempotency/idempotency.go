// Package idempotency stores the answers of requests that may be sent again.
package idempotency

import (
	"context"
	"encoding/hex"
	"time"

	"engram/internal/idempotency"
	"engram/internal/store"
)

var _ idempotency.Store = (*Store)(nil)

// Store stores answers. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// OpenAnswer implements idempotency.Store.
func (s *Store) OpenAnswer(ctx context.Context, userID, key, proposed string, since, now time.Time) (a idempotency.Answer, id string, err error) {
	var request string
	var packed []byte
	err = s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO kept_answers (user_id, answer_key, saved_id, request, status, media, body, at) VALUES ($1, $2, $3, '', 0, '', '', $4)
			ON CONFLICT (user_id, answer_key) DO UPDATE SET saved_id = excluded.saved_id, request = '', status = 0, media = '', body = '', at = excluded.at
			WHERE kept_answers.at < $5`, userID, key, proposed, now.UnixMilli(), since.UnixMilli())
		if err != nil {
			return err
		}
		return t.Row(ctx, `SELECT saved_id, request, status, media, body FROM kept_answers WHERE user_id = $1 AND answer_key = $2`, userID, key).
			Scan(&id, &request, &a.Status, &a.Media, &packed)
	})
	if err == nil && a.Status != 0 {
		err = store.Unpack(packed, &a.Body)
	}
	if err == nil {
		a.Request, err = hex.DecodeString(request)
	}
	return a, id, store.Explain(err, "read a kept answer of", userID)
}

// KeepAnswer implements idempotency.Store.
func (s *Store) KeepAnswer(ctx context.Context, userID, key string, a idempotency.Answer, at time.Time, most int) error {
	packed, err := store.Pack(a.Body)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO kept_answers (user_id, answer_key, request, status, media, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (user_id, answer_key) DO UPDATE SET request = excluded.request, status = excluded.status, media = excluded.media,
				body = excluded.body, at = excluded.at`,
			userID, key, hex.EncodeToString(a.Request), a.Status, a.Media, packed, at.UnixMilli())
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `DELETE FROM kept_answers WHERE user_id = $1 AND answer_key NOT IN
			(SELECT answer_key FROM kept_answers WHERE user_id = $1 ORDER BY at DESC, answer_key LIMIT $2)`, userID, most)
		return err
	})
	return store.Explain(err, "keep an answer of", userID)
}

// ForgetAnswers implements idempotency.Store, for all users.
func (s *Store) ForgetAnswers(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM kept_answers WHERE at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget answers from before", then.String())
}
