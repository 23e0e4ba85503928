package accounts

import (
	"context"
	"encoding/hex"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/store"
)

// Admit implements account.Store.
func (s *Store) Admit(ctx context.Context, a account.Admission, ticket account.Ticket, u account.User, passwordHash string, first account.Session) error {
	err := s.db.Write(ctx, func(t store.Tx) (err error) {
		if u.Role, err = roleOf(ctx, t, a); err != nil {
			return err
		}
		if u.Role != account.Owner {
			if err := enter(ctx, t, a, ticket, u); err != nil {
				return err
			}
		}
		return createUser(ctx, t, u, passwordHash, first)
	})
	return store.Explain(err, "admit user", u.ID)
}

// roleOf returns the role of a new account. Concurrent first accounts are serialised by a row lock.
func roleOf(ctx context.Context, t store.Tx, a account.Admission) (account.Role, error) {
	if !a.FirstOwns {
		return account.Member, nil
	}
	if _, err := t.Exec(ctx, `UPDATE leases SET holder = '' WHERE name = 'sign-up'`); err != nil {
		return "", err
	}
	has, err := hasUsers(ctx, t.Querier)
	if has || err != nil {
		return account.Member, err
	}
	return account.Owner, nil
}

// enter admits an account that is not the first.
func enter(ctx context.Context, t store.Tx, a account.Admission, ticket account.Ticket, u account.User) error {
	switch {
	case a.Policy == account.SignUpOpen:
		return nil
	case a.Policy == account.SignUpClosed:
		return account.ErrClosed()
	case ticket.OwnerID == "":
		return account.ErrUninvited()
	}
	i, err := findInvitation(ctx, t.Querier, ticket, t.ForUpdate())
	if err == nil {
		err = i.Refusal(u.CreatedAt)
	}
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE invitations SET used_at = $3, used_by = $4 WHERE user_id = $1 AND id = $2`,
		i.OwnerID, i.ID, u.CreatedAt.UnixMilli(), u.Username)
	return err
}

// HasUsers implements account.Store, for all users.
func (s *Store) HasUsers(ctx context.Context) (bool, error) {
	has, err := hasUsers(ctx, s.db.Reader())
	return has, store.Explain(err, "look for", "users")
}

func hasUsers(ctx context.Context, q store.Querier) (has bool, err error) {
	err = q.Row(ctx, `SELECT EXISTS (SELECT 1 FROM users)`).Scan(&has)
	return has, err
}

// AddInvitation implements account.Store.
func (s *Store) AddInvitation(ctx context.Context, i account.Invitation) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO invitations (user_id, id, token_hash, created_at, expires_at, used_at, used_by)
			VALUES ($1, $2, $3, $4, $5, 0, '')`,
			i.OwnerID, i.ID, hex.EncodeToString(i.TokenHash), i.CreatedAt.UnixMilli(), i.ExpiresAt.UnixMilli())
		return err
	})
	return store.Explain(err, "add invitation", i.ID)
}

// CheckTicket implements account.Store.
func (s *Store) CheckTicket(ctx context.Context, ticket account.Ticket, now time.Time) error {
	i, err := findInvitation(ctx, s.db.Reader(), ticket, "")
	if err == nil {
		err = i.Refusal(now)
	}
	return store.Explain(err, "find an invitation of", ticket.OwnerID)
}

const invitationColumns = `i.user_id, i.id, u.username, i.created_at, i.expires_at, i.used_at, i.used_by`

// findInvitation returns a ticket's invitation if its maker is still an owner.
func findInvitation(ctx context.Context, q store.Querier, ticket account.Ticket, suffix string) (account.Invitation, error) {
	i, err := scanInvitation(q.Row(ctx, `SELECT `+invitationColumns+` FROM invitations i JOIN users u ON u.user_id = i.user_id
		WHERE i.user_id = $1 AND i.token_hash = $2 AND u.role = $3 AND u.disabled_at = 0`+suffix,
		ticket.OwnerID, hex.EncodeToString(ticket.TokenHash), string(account.Owner)))
	if fault.KindOf(store.OrNotFound(err, "")) == fault.NotFound {
		return i, account.ErrInvitation()
	}
	return i, err
}

func scanInvitation(row store.Scanner) (i account.Invitation, err error) {
	var created, expires, used int64
	err = row.Scan(&i.OwnerID, &i.ID, &i.InvitedBy, &created, &expires, &used, &i.UsedBy)
	i.CreatedAt, i.ExpiresAt, i.UsedAt = store.FromMillis(created), store.FromMillis(expires), store.TimeOrZero(used)
	return i, err
}

// Invitations implements account.Store, for all owners.
func (s *Store) Invitations(ctx context.Context, limit int) ([]account.Invitation, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scanInvitation, `SELECT `+invitationColumns+` FROM invitations i
		JOIN users u ON u.user_id = i.user_id ORDER BY i.id DESC LIMIT $1`, limit)
	return all, store.Explain(err, "list", "invitations")
}

// Revoke implements account.Store, for any owner's invitation.
func (s *Store) Revoke(ctx context.Context, id string) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `DELETE FROM invitations WHERE id = $1 AND used_at = 0`, id)
		if err == nil && n == 0 {
			return fault.New(fault.NotFound, "There is no such invitation that is unused")
		}
		return err
	})
	return store.Explain(err, "revoke invitation", id)
}

// EnsureOwner makes the oldest account an owner if no enabled one is: after an upgrade, or a switch
// to personal mode. It looks across users.
func (s *Store) EnsureOwner(ctx context.Context) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE users SET role = $1
			WHERE user_id = (SELECT user_id FROM users WHERE disabled_at = 0 ORDER BY created_at, user_id LIMIT 1)
				AND NOT EXISTS (SELECT 1 FROM users WHERE role = $1 AND disabled_at = 0)`, string(account.Owner))
		return err
	})
	return store.Explain(err, "look for", "an owner")
}
