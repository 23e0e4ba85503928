package accounts

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/store"
)

const (
	// touchAfter is the age from which on the last use is updated, so that requests seldom write.
	touchAfter = time.Hour
	// forgetAfter is the age at which session rows are deleted. It is far beyond the idle limit of
	// account, which alone decides when sessions end.
	forgetAfter = 90 * 24 * time.Hour
)

// CreateSession implements account.Store. It also deletes the user's expired sessions and those
// beyond the limit.
func (s *Store) CreateSession(ctx context.Context, session account.Session, checkedHash string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		if err := lockPassword(ctx, t, session.UserID, checkedHash); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND (last_used < $2 OR token_hash IN
			(SELECT token_hash FROM sessions WHERE user_id = $1 ORDER BY last_used DESC, id DESC LIMIT 1000 OFFSET $3))`,
			session.UserID, session.LastUsed.Add(-forgetAfter).UnixMilli(), account.MostSessions-1)
		if err != nil {
			return err
		}
		if err := addSession(ctx, t, session); err != nil {
			return err
		}
		return Note(ctx, t, session.UserID, audit.SignedIn, "", session.LastUsed)
	})
	return store.Explain(err, "create session of", session.UserID)
}

// lockPassword locks the user against changes of password and disabling, if the stored hash is this
// one.
func lockPassword(ctx context.Context, t store.Tx, userID, hash string) error {
	var one int
	err := t.Row(ctx, `SELECT 1 FROM users WHERE user_id = $1 AND password_hash = $2 AND disabled_at = 0`+t.ForUpdate(), userID, hash).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Conflict, "The password was changed meanwhile. Please try again")
	}
	return err
}

// UserBySession implements account.Store.
func (s *Store) UserBySession(ctx context.Context, userID string, tokenHash []byte, notBefore, now time.Time) (u account.User, id string, err error) {
	var lastUsed int64
	u, err = scanUser(s.db.Reader().Row(ctx, `SELECT `+userColumns+`, s.id, s.last_used
		FROM sessions s JOIN users u ON u.user_id = s.user_id
		WHERE s.user_id = $1 AND s.token_hash = $2 AND s.last_used >= $3 AND u.disabled_at = 0`,
		userID, hex.EncodeToString(tokenHash), notBefore.UnixMilli()), &id, &lastUsed)
	if err == nil && now.Sub(store.FromMillis(lastUsed)) > touchAfter {
		err = s.touch(ctx, userID, tokenHash, now)
		if fault.KindOf(err) == fault.NoRoom { // a read must not fail on a full disk
			err = nil
		}
	}
	if err != nil {
		return account.User{}, "", store.Explain(store.OrNotFound(err, "Session not found"), "find session of", userID)
	}
	return u, id, nil
}

// HasSession implements account.Store.
func (s *Store) HasSession(ctx context.Context, userID, id string, notBefore time.Time) (has bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM sessions WHERE user_id = $1 AND id = $2 AND last_used >= $3)`,
		userID, id, notBefore.UnixMilli()).Scan(&has)
	return has, store.Explain(err, "look for session", id)
}

func (s *Store) touch(ctx context.Context, userID string, tokenHash []byte, now time.Time) error {
	return s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE sessions SET last_used = $3 WHERE user_id = $1 AND token_hash = $2 AND last_used < $3`,
			userID, hex.EncodeToString(tokenHash), now.UnixMilli())
		return err
	})
}

// Sessions implements account.Store.
func (s *Store) Sessions(ctx context.Context, userID string, tokenHash []byte, notBefore time.Time, limit int) ([]account.Session, error) {
	sessions, err := store.Collect(ctx, s.db.Reader(), scanSession, `SELECT user_id, id, token_hash, device, created_at, last_used FROM sessions
		WHERE user_id = $1 AND last_used >= $3 ORDER BY CASE WHEN token_hash = $2 THEN 0 ELSE 1 END, last_used DESC, id DESC LIMIT $4`,
		userID, hex.EncodeToString(tokenHash), notBefore.UnixMilli(), limit)
	return sessions, store.Explain(err, "list sessions of", userID)
}

func scanSession(row store.Scanner) (s account.Session, err error) {
	var hash string
	var created, lastUsed int64
	if err := row.Scan(&s.UserID, &s.ID, &hash, &s.Device, &created, &lastUsed); err != nil {
		return s, err
	}
	s.CreatedAt, s.LastUsed = store.TimeOrZero(created), store.FromMillis(lastUsed)
	s.TokenHash, err = hex.DecodeString(hash)
	return s, err
}

// EndSession implements account.Store.
func (s *Store) EndSession(ctx context.Context, userID string, tokenHash []byte, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		ended, err := t.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash = $2`,
			userID, hex.EncodeToString(tokenHash))
		if err != nil || ended == 0 {
			return err
		}
		return Note(ctx, t, userID, audit.SignedOut, "", now)
	})
	return store.Explain(err, "end session of", userID)
}

// EndSessionOf implements account.Store.
func (s *Store) EndSessionOf(ctx context.Context, userID, id string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		var device string
		err := t.Row(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING device`, userID, id).Scan(&device)
		if err != nil {
			return store.OrNotFound(err, "There is no such session")
		}
		return Note(ctx, t, userID, audit.SessionEnded, device, now)
	})
	return store.Explain(err, "end session", id)
}

// EndOtherSessions implements account.Store.
func (s *Store) EndOtherSessions(ctx context.Context, userID string, keepTokenHash []byte, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		ended, err := endOtherSessions(ctx, t, userID, keepTokenHash)
		if err != nil || ended == 0 {
			return err
		}
		return Note(ctx, t, userID, audit.SessionsEnded, "", now)
	})
	return store.Explain(err, "end other sessions of", userID)
}

func addSession(ctx context.Context, t store.Tx, s account.Session) error {
	_, err := t.Exec(ctx, `INSERT INTO sessions (user_id, id, token_hash, device, created_at, last_used) VALUES ($1, $2, $3, $4, $5, $6)`,
		s.UserID, s.ID, hex.EncodeToString(s.TokenHash), s.Device, store.MillisOrZero(s.CreatedAt), s.LastUsed.UnixMilli())
	if err != nil {
		return err
	}
	return know(ctx, t, s)
}

// endOtherSessions returns the number of deleted sessions.
func endOtherSessions(ctx context.Context, t store.Tx, userID string, keep []byte) (int64, error) {
	return t.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2`, userID, hex.EncodeToString(keep))
}
