package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/fault"
)

// CreateUser implements account.Store. The primary key of login decides who has a name first.
func (s *Store) CreateUser(ctx context.Context, u account.User, passwordHash string, first account.Session) error {
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(ctx, `INSERT INTO login (name, user_id) VALUES ($1, $2)`, loginName(u.Username), u.ID)
		if isDuplicate(err) {
			return fault.Wrap(fault.Conflict, "Username is already taken", err)
		}
		if err != nil {
			return err
		}
		_, err = t.exec(ctx, `INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at, use_ai)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			u.ID, u.Username, u.Email, string(u.Plan), u.Subscription, passwordHash, u.CreatedAt.UnixMilli(), toInt(!u.Private))
		if err != nil {
			return err
		}
		if err := t.addSession(ctx, first); err != nil {
			return err
		}
		return t.note(ctx, u.ID, audit.SignedUp, "", u.CreatedAt)
	})
	return explain(err, "create user", u.ID)
}

// Credentials implements account.Store. It reads twice, since login may live apart from the users it leads to.
func (s *Store) Credentials(ctx context.Context, username string) (u account.User, passwordHash string, err error) {
	r := s.reader()
	var userID string
	err = r.row(ctx, `SELECT user_id FROM login WHERE name = $1`, loginName(username)).Scan(&userID)
	if err == nil {
		u, err = scanUser(r.row(ctx, `SELECT `+userColumns+`, u.password_hash FROM users u WHERE u.user_id = $1`, userID), &passwordHash)
	}
	return u, passwordHash, explain(orNotFound(err, "Account not found"), "find credentials of", username)
}

// PasswordHash implements account.Store.
func (s *Store) PasswordHash(ctx context.Context, userID string) (hash string, err error) {
	err = s.reader().row(ctx, `SELECT password_hash FROM users WHERE user_id = $1`, userID).Scan(&hash)
	return hash, explain(orNotFound(err, "Account not found"), "read password of", userID)
}

// ChangePassword implements account.Store.
func (s *Store) ChangePassword(ctx context.Context, userID, oldHash, newHash string, keepTokenHash []byte, now time.Time) error {
	err := s.writeAnyway(ctx, func(t tx) error {
		n, err := t.exec(ctx, `UPDATE users SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2`,
			userID, oldHash, newHash)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.Conflict, "The password was changed meanwhile. Please try again")
		}
		if _, err := t.endOtherSessions(ctx, userID, keepTokenHash); err != nil {
			return err
		}
		if _, err := t.exec(ctx, `DELETE FROM known_addresses WHERE user_id = $1`, userID); err != nil {
			return err
		}
		return t.note(ctx, userID, audit.PasswordChanged, "", now)
	})
	return explain(err, "change password of", userID)
}

// SetEmail implements account.Store.
func (s *Store) SetEmail(ctx context.Context, userID, email string, now time.Time) error {
	err := s.write(ctx, func(t tx) error {
		changed, err := t.exec(ctx, `UPDATE users SET email = $2 WHERE user_id = $1 AND email <> $2`, userID, email)
		if err != nil || changed == 0 {
			return err
		}
		kind := audit.EmailChanged
		if email == "" {
			kind = audit.EmailRemoved
		}
		return t.note(ctx, userID, kind, "", now)
	})
	return explain(err, "set the email of", userID)
}

// SetUseAI implements account.Store.
func (s *Store) SetUseAI(ctx context.Context, userID string, use bool, now time.Time) error {
	err := s.write(ctx, func(t tx) error {
		changed, err := t.exec(ctx, `UPDATE users SET use_ai = $2 WHERE user_id = $1 AND use_ai <> $2`, userID, toInt(use))
		if err != nil || changed == 0 {
			return err
		}
		kind := audit.AIAllowed
		if !use {
			kind = audit.AIForbidden
		}
		return t.note(ctx, userID, kind, "", now)
	})
	return explain(err, "set the use of AI of", userID)
}

// loginName is the key that makes names one whatever their case.
func loginName(username string) string { return strings.ToLower(username) }

const userColumns = `u.user_id, u.username, u.email, u.plan, u.subscription, u.created_at, u.use_ai`

// scanUser reads userColumns, then the columns that follow them.
func scanUser(row scanner, rest ...any) (u account.User, err error) {
	var created int64
	var useAI int
	err = row.Scan(append([]any{&u.ID, &u.Username, &u.Email, &u.Plan, &u.Subscription, &created, &useAI}, rest...)...)
	u.CreatedAt, u.Private = fromMillis(created), useAI == 0
	return u, err
}

// fromMillis is the time of unix milliseconds, in UTC whatever the machine's zone.
func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// toInt keeps a truth as a number, which both engines read alike.
func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// millisOrZero and timeOrZero keep a time that may not be known: 0 stands for the zero time.
func millisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func timeOrZero(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return fromMillis(ms)
}

// orNotFound turns the absence of a row into a fault.
func orNotFound(err error, message string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, message)
	}
	return err
}
