package accounts

import (
	"cmp"
	"context"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store"
)

// CreateUser inserts a user with password hash and first session in one transaction; fault.Conflict
// if the name is taken in any case.
func (s *Store) CreateUser(ctx context.Context, u account.User, passwordHash string, first account.Session) error {
	err := s.db.Write(ctx, func(t store.Tx) error { return createUser(ctx, t, u, passwordHash, first) })
	return store.Explain(err, "create user", u.ID)
}

func createUser(ctx context.Context, t store.Tx, u account.User, passwordHash string, first account.Session) error {
	if err := AddUser(ctx, t, u, passwordHash); err != nil {
		return err
	}
	if err := addSession(ctx, t, first); err != nil {
		return err
	}
	return Note(ctx, t, u.ID, audit.SignedUp, "", u.CreatedAt)
}

// AddUser inserts a user without a session. The primary key of login decides who gets a name.
func AddUser(ctx context.Context, t store.Tx, u account.User, passwordHash string) error {
	_, err := t.Exec(ctx, `INSERT INTO login (name, user_id) VALUES ($1, $2)`, loginName(u.Username), u.ID)
	if store.IsDuplicate(err) {
		return fault.Wrap(fault.Conflict, "Username is already taken", err)
	}
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at, use_ai, role)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		u.ID, u.Username, u.Email, string(u.Plan), u.Subscription, passwordHash, u.CreatedAt.UnixMilli(), store.FromBool(!u.Private),
		string(cmp.Or(u.Role, account.Member)))
	return err
}

// Credentials implements account.Store with two reads, since login is not sharded by user.
func (s *Store) Credentials(ctx context.Context, username string) (u account.User, passwordHash string, err error) {
	r := s.db.Reader()
	var userID string
	err = r.Row(ctx, `SELECT user_id FROM login WHERE name = $1`, loginName(username)).Scan(&userID)
	if err == nil {
		u, err = scanUser(r.Row(ctx, `SELECT `+userColumns+`, u.password_hash FROM users u WHERE u.user_id = $1`, userID), &passwordHash)
	}
	return u, passwordHash, store.Explain(store.OrNotFound(err, "Account not found"), "find credentials of", username)
}

// PasswordHash implements account.Store.
func (s *Store) PasswordHash(ctx context.Context, userID string) (hash string, err error) {
	err = s.db.Reader().Row(ctx, `SELECT password_hash FROM users WHERE user_id = $1`, userID).Scan(&hash)
	return hash, store.Explain(store.OrNotFound(err, "Account not found"), "read password of", userID)
}

// ChangePassword implements account.Store.
func (s *Store) ChangePassword(ctx context.Context, userID, oldHash, newHash string, keepTokenHash []byte, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `UPDATE users SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2`,
			userID, oldHash, newHash)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.Conflict, "The password was changed meanwhile. Please try again")
		}
		if _, err := endOtherSessions(ctx, t, userID, keepTokenHash); err != nil {
			return err
		}
		for _, table := range []string{"known_addresses", "tokens", "oauth_secrets", "oauth_grants"} {
			if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, userID); err != nil {
				return err
			}
		}
		return Note(ctx, t, userID, audit.PasswordChanged, "", now)
	})
	return store.Explain(err, "change password of", userID)
}

// SetEmail implements account.Store.
func (s *Store) SetEmail(ctx context.Context, userID, email string, now time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		changed, err := t.Exec(ctx, `UPDATE users SET email = $2 WHERE user_id = $1 AND email <> $2`, userID, email)
		if err != nil || changed == 0 {
			return err
		}
		kind := audit.EmailChanged
		if email == "" {
			kind = audit.EmailRemoved
		}
		return Note(ctx, t, userID, kind, "", now)
	})
	return store.Explain(err, "set the email of", userID)
}

// SetUseAI implements account.Store.
func (s *Store) SetUseAI(ctx context.Context, userID string, use bool, now time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		changed, err := t.Exec(ctx, `UPDATE users SET use_ai = $2 WHERE user_id = $1 AND use_ai <> $2`, userID, store.FromBool(use))
		if err != nil || changed == 0 {
			return err
		}
		kind := audit.AIAllowed
		if !use {
			kind = audit.AIForbidden
		}
		return Note(ctx, t, userID, kind, "", now)
	})
	return store.Explain(err, "set the use of AI of", userID)
}

// loginName returns the case-insensitive key of a name.
func loginName(username string) string { return strings.ToLower(username) }

const userColumns = `u.user_id, u.username, u.email, u.plan, u.subscription, u.created_at, u.use_ai, u.role, u.disabled_at`

// scanUser scans userColumns and the columns after them.
func scanUser(row store.Scanner, rest ...any) (u account.User, err error) {
	var created, disabled int64
	var useAI int
	err = row.Scan(append([]any{&u.ID, &u.Username, &u.Email, &u.Plan, &u.Subscription, &created, &useAI, &u.Role, &disabled}, rest...)...)
	u.CreatedAt, u.Private, u.Disabled = store.FromMillis(created), useAI == 0, disabled != 0
	return u, err
}

// Plan returns the user's plan and locks it until the transaction ends.
func Plan(ctx context.Context, t store.Tx, userID string) (name plan.Name, err error) {
	err = t.Row(ctx, `SELECT plan FROM users WHERE user_id = $1`+t.ForShare(), userID).Scan(&name)
	return name, store.OrNotFound(err, "Account not found")
}
