package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
)

const (
	// touchAfter is how stale the last use may be, so that a request seldom writes.
	touchAfter = time.Hour
	// forgetAfter is when a session's row goes. It is far beyond the idle time that account allows, so that what a
	// session is worth is decided there alone.
	forgetAfter = 90 * 24 * time.Hour
)

// CreateSession implements account.Store. It also removes the user's long dead sessions: whoever makes many rows cleans
// up after themselves.
func (s *Store) CreateSession(ctx context.Context, session account.Session, checkedHash string) error {
	err := s.write(ctx, func(t tx) error {
		if err := t.lockPassword(ctx, session.UserID, checkedHash); err != nil {
			return err
		}
		_, err := t.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND last_used < $2`,
			session.UserID, session.LastUsed.Add(-forgetAfter).UnixMilli())
		if err != nil {
			return err
		}
		return t.addSession(ctx, session)
	})
	return explain(err, "create session of", session.UserID)
}

// lockPassword keeps the password from being changed until the transaction ends, if it is still the one of the hash.
func (t tx) lockPassword(ctx context.Context, userID, hash string) error {
	var one int
	err := t.row(ctx, `SELECT 1 FROM users WHERE user_id = $1 AND password_hash = $2`+t.dialect.forUpdate(), userID, hash).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Conflict, "The password was changed meanwhile. Please try again")
	}
	return err
}

// UserBySession implements account.Store.
func (s *Store) UserBySession(ctx context.Context, userID string, tokenHash []byte, notBefore, now time.Time) (account.User, error) {
	var lastUsed int64
	u, err := scanUser(s.reader().row(ctx, `SELECT `+userColumns+`, s.last_used
		FROM sessions s JOIN users u ON u.user_id = s.user_id
		WHERE s.user_id = $1 AND s.token_hash = $2 AND s.last_used >= $3`,
		userID, hex.EncodeToString(tokenHash), notBefore.UnixMilli()), &lastUsed)
	if err == nil && now.Sub(fromMillis(lastUsed)) > touchAfter {
		err = s.touch(ctx, userID, tokenHash, now)
	}
	if err != nil {
		return account.User{}, explain(orNotFound(err, "Session not found"), "find session of", userID)
	}
	return u, nil
}

func (s *Store) touch(ctx context.Context, userID string, tokenHash []byte, now time.Time) error {
	return s.write(ctx, func(t tx) error {
		_, err := t.exec(ctx, `UPDATE sessions SET last_used = $3 WHERE user_id = $1 AND token_hash = $2 AND last_used < $3`,
			userID, hex.EncodeToString(tokenHash), now.UnixMilli())
		return err
	})
}

// EndSession implements account.Store.
func (s *Store) EndSession(ctx context.Context, userID string, tokenHash []byte) error {
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash = $2`,
			userID, hex.EncodeToString(tokenHash))
		return err
	})
	return explain(err, "end session of", userID)
}

func (t tx) addSession(ctx context.Context, s account.Session) error {
	_, err := t.exec(ctx, `INSERT INTO sessions (user_id, token_hash, last_used) VALUES ($1, $2, $3)`,
		s.UserID, hex.EncodeToString(s.TokenHash), s.LastUsed.UnixMilli())
	return err
}

func (t tx) endOtherSessions(ctx context.Context, userID string, keep []byte) error {
	_, err := t.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2`, userID, hex.EncodeToString(keep))
	return err
}
