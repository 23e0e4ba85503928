package admin

import (
	"context"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/admin"
	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/counters"
)

// personColumns take the name and the period of the counter of memories as $1 and $2.
const personColumns = `u.user_id, u.username, u.email, u.role, u.created_at, u.disabled_at,
	COALESCE((SELECT MAX(s.last_used) FROM sessions s WHERE s.user_id = u.user_id), 0),
	COALESCE((SELECT MAX(a.at) FROM audit a WHERE a.user_id = u.user_id), 0),
	COALESCE((SELECT c.n FROM counters c WHERE c.user_id = u.user_id AND c.name = $1 AND c.period = $2), 0)`

func scanPerson(row store.Scanner) (p admin.Person, err error) {
	var created, disabled, used, acted int64
	err = row.Scan(&p.ID, &p.Username, &p.Email, &p.Role, &created, &disabled, &used, &acted, &p.Memories)
	p.CreatedAt, p.Disabled = store.FromMillis(created), disabled != 0
	p.LastSeen = store.TimeOrZero(max(used, acted))
	return p, err
}

// People implements admin.Store.
func (s *Store) People(ctx context.Context, after string, limit int) ([]admin.Person, error) {
	people, err := store.Collect(ctx, s.db.Reader(), scanPerson, `SELECT `+personColumns+` FROM users u
		WHERE u.user_id > $3 ORDER BY u.user_id LIMIT $4`, string(quota.Memories), counters.Always, after, limit)
	return people, store.Explain(err, "list people after", after)
}

// PersonNamed implements admin.Store.
func (s *Store) PersonNamed(ctx context.Context, username string) (admin.Person, error) {
	p, err := scanPerson(s.db.Reader().Row(ctx, `SELECT `+personColumns+` FROM login l JOIN users u ON u.user_id = l.user_id
		WHERE l.name = $3`, string(quota.Memories), counters.Always, strings.ToLower(username)))
	return p, store.Explain(store.OrNotFound(err, "There is no account of that name"), "find", username)
}

// AddUser implements admin.Store.
func (s *Store) AddUser(ctx context.Context, u account.User, passwordHash string) error {
	err := s.db.Write(ctx, func(t store.Tx) error { return accounts.AddUser(ctx, t, u, passwordHash) })
	return store.Explain(err, "add user", u.ID)
}

// SetPassword implements admin.Store.
func (s *Store) SetPassword(ctx context.Context, userID, passwordHash string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		if err := changeUser(ctx, t, `UPDATE users SET password_hash = $2 WHERE user_id = $1`, userID, passwordHash); err != nil {
			return err
		}
		if err := endSessions(ctx, t, userID); err != nil {
			return err
		}
		return accounts.Note(ctx, t, userID, audit.PasswordChanged, "", now)
	})
	return store.Explain(err, "set the password of", userID)
}

// SetRole implements admin.Store.
func (s *Store) SetRole(ctx context.Context, userID string, role account.Role) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if role != account.Owner {
			if err := othersOwn(ctx, t, userID); err != nil {
				return err
			}
		}
		return changeUser(ctx, t, `UPDATE users SET role = $2 WHERE user_id = $1`, userID, string(role))
	})
	return store.Explain(err, "set the role of", userID)
}

// Disable implements admin.Store. Disabled once more, an account stays so since the first time.
func (s *Store) Disable(ctx context.Context, userID string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error { return disable(ctx, t, userID, now) })
	return store.Explain(err, "disable", userID)
}

func disable(ctx context.Context, t store.Tx, userID string, now time.Time) error {
	if err := othersOwn(ctx, t, userID); err != nil {
		return err
	}
	err := changeUser(ctx, t, `UPDATE users SET disabled_at = CASE WHEN disabled_at = 0 THEN $2 ELSE disabled_at END WHERE user_id = $1`,
		userID, now.UnixMilli())
	if err != nil {
		return err
	}
	return endSessions(ctx, t, userID)
}

// Enable implements admin.Store.
func (s *Store) Enable(ctx context.Context, userID string) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		return changeUser(ctx, t, `UPDATE users SET disabled_at = 0 WHERE user_id = $1`, userID)
	})
	return store.Explain(err, "enable", userID)
}

// changeUser runs an update of one user; fault.NotFound when there is none.
func changeUser(ctx context.Context, t store.Tx, update, userID string, args ...any) error {
	n, err := t.Exec(ctx, update, append([]any{userID}, args...)...)
	if err == nil && n == 0 {
		return fault.New(fault.NotFound, "There is no such account")
	}
	return err
}

// endSessions ends what was signed in, tokens included.
func endSessions(ctx context.Context, t store.Tx, userID string) error {
	for _, table := range []string{"sessions", "known_addresses", "tokens", "oauth_secrets", "oauth_grants"} {
		if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, userID); err != nil {
			return err
		}
	}
	return nil
}

// othersOwn refuses what would leave other accounts without an owner. Owners are locked, so that two don't resign at once.
func othersOwn(ctx context.Context, t store.Tx, userID string) error {
	owners, err := store.Collect(ctx, t.Querier, store.ScanString,
		`SELECT user_id FROM users WHERE role = $1 AND disabled_at = 0 ORDER BY user_id`+t.ForUpdate(), string(account.Owner))
	if err != nil || len(owners) != 1 || owners[0] != userID {
		return err
	}
	var others bool
	err = t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE user_id <> $1)`, userID).Scan(&others)
	if err == nil && others {
		return fault.New(fault.Conflict, "This is the only owner. Make somebody else an owner first.")
	}
	return err
}
