// Package mails stores the email addresses of users, and what came to them.
package mails

import (
	"context"
	"time"

	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/inbox"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

var _ inbox.Store = (*Store)(nil)

// Store stores them. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

const readBox = `SELECT number, is_on, made_at, used_at FROM mail_boxes WHERE user_id = $1`

func scanBox(row store.Scanner, userID string) (inbox.Box, error) {
	b := inbox.Box{UserID: userID}
	var on, made, used int64
	err := store.OrNotFound(row.Scan(&b.Number, &on, &made, &used), "There is no address")
	b.On, b.MadeAt, b.UsedAt = on != 0, store.TimeOrZero(made), store.TimeOrZero(used)
	if fault.KindOf(err) == fault.NotFound {
		return b, nil
	}
	return b, err
}

// Box implements inbox.Store.
func (s *Store) Box(ctx context.Context, userID string) (inbox.Box, error) {
	b, err := scanBox(s.db.Reader().Row(ctx, readBox, userID), userID)
	return b, store.Explain(err, "read the email address of", userID)
}

// ChangeBox implements inbox.Store. The user's row is locked, so that of two changes at once one is after the other.
func (s *Store) ChangeBox(ctx context.Context, userID string, at time.Time, change func(inbox.Box) inbox.Box) (b inbox.Box, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		if err := accounts.LockEnabled(ctx, t, userID); err != nil {
			return err
		}
		before, err := scanBox(t.Row(ctx, readBox, userID), userID)
		if err != nil {
			return err
		}
		if b = change(before); b == before {
			return nil
		}
		kind := audit.MailboxEnded
		if b.On {
			kind = audit.MailboxMade
		}
		_, err = t.Exec(ctx, `INSERT INTO mail_boxes (user_id, number, is_on, made_at, used_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (user_id) DO UPDATE SET number = $2, is_on = $3, made_at = $4, used_at = $5`,
			userID, b.Number, store.FromBool(b.On), store.MillisOrZero(b.MadeAt), store.MillisOrZero(b.UsedAt))
		if err != nil {
			return err
		}
		return accounts.Note(ctx, t, userID, kind, "", at)
	})
	return b, store.Explain(err, "change the email address of", userID)
}

// Owner implements inbox.Store.
func (s *Store) Owner(ctx context.Context, userID string) (o inbox.Owner, err error) {
	var on, made, used, disabled int64
	o.UserID = userID
	err = s.db.Reader().Row(ctx, `SELECT b.number, b.is_on, b.made_at, b.used_at, u.plan, u.disabled_at, `+accounts.PaysAnnually+`$2)
		FROM mail_boxes b JOIN users u ON u.user_id = b.user_id WHERE b.user_id = $1`, userID, string(billing.Annual)).
		Scan(&o.Number, &on, &made, &used, &o.Plan, &disabled, &o.Annual)
	o.On, o.MadeAt, o.UsedAt, o.Disabled = on != 0, store.TimeOrZero(made), store.TimeOrZero(used), disabled != 0
	return o, store.Explain(store.OrNotFound(err, "There is no such address"), "find the owner of the email address of", userID)
}

// Parts implements inbox.Store.
func (s *Store) Parts(ctx context.Context, userID, mail string) ([]int, error) {
	parts, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (part int, err error) { return part, row.Scan(&part) },
		`SELECT part FROM mail_parts WHERE user_id = $1 AND mail = $2 ORDER BY part`, userID, mail)
	return parts, store.Explain(err, "list the parts of a mail of", userID)
}

// Forget implements inbox.Store.
func (s *Store) Forget(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM mail_parts WHERE at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget mails from before", then.String())
}

// Origin implements inbox.Store.
func (s *Store) Origin(ctx context.Context, userID, memoryID string) (o email.Origin, err error) {
	err = s.db.Reader().Row(ctx, `SELECT sender, spf, server, dkim, signer FROM mail_origins WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).
		Scan(&o.Sender, &o.SPF, &o.Server, &o.DKIM, &o.Signer)
	return o, store.Explain(store.OrNotFound(err, "It did not come by email"), "read whom a mail is from", memoryID)
}

// Keep notes within a transaction that a memory is a part of a mail, if it is one; fault.Conflict if that part is saved
// already.
func Keep(ctx context.Context, t store.Tx, m memory.Memory) error {
	if m.Mail == nil {
		return nil
	}
	at := m.CreatedAt.UnixMilli()
	n, err := t.Exec(ctx, `INSERT INTO mail_parts (user_id, mail, part, at) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, mail, part) DO NOTHING`,
		m.UserID, m.Mail.Key, m.Mail.Part, at)
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "This mail is saved already")
	}
	if err != nil {
		return err
	}
	if _, err = t.Exec(ctx, `UPDATE mail_boxes SET used_at = $2 WHERE user_id = $1`, m.UserID, at); err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO mail_origins (user_id, memory_id, sender, spf, server, dkim, signer) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.UserID, m.ID, m.Mail.Sender, string(m.Mail.SPF), m.Mail.Server, string(m.Mail.DKIM), m.Mail.Signer)
	return err
}

// Drop forgets whom the mail of a memory is from, within a transaction.
func Drop(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM mail_origins WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
