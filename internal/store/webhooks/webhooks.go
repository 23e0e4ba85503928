// Package webhooks stores webhooks, and what is to be sent to them.
package webhooks

import (
	"context"
	"strings"
	"time"

	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/webhook"
)

var _ webhook.Store = (*Store)(nil)

// Store stores webhooks. It is safe for concurrent use.
type Store struct {
	db   *store.DB
	free bool
}

// New returns a Store on db. With free all users are sent to, else those whose plan has API access.
func New(db *store.DB, free bool) *Store { return &Store{db, free} }

const hookColumns = `h.user_id, h.id, h.url, h.events, h.status, h.secrets, h.rotated_at, h.failures, h.failing_since, h.next_at, h.created_at`

func scanHook(row store.Scanner) (h webhook.Hook, err error) {
	var events string
	var rotated, failing, next, created int64
	err = row.Scan(&h.UserID, &h.ID, &h.URL, &events, &h.Status, &h.Secrets, &rotated, &h.Failures, &failing, &next, &created)
	for _, name := range strings.Fields(events) {
		h.Events = append(h.Events, webhook.Event(name))
	}
	h.RotatedAt, h.FailingSince, h.NextAt, h.CreatedAt = store.TimeOrZero(rotated), store.TimeOrZero(failing), store.TimeOrZero(next), store.FromMillis(created)
	return h, err
}

func values(h webhook.Hook) []any {
	return []any{
		h.UserID, h.ID, h.URL, strings.Join(webhook.Names(h.Events), " "), string(h.Status), h.Secrets, store.MillisOrZero(h.RotatedAt), h.Failures,
		store.MillisOrZero(h.FailingSince), store.MillisOrZero(h.NextAt), h.CreatedAt.UnixMilli(),
	}
}

// AddHook implements webhook.Store. The user's row is locked, so that no limit is passed.
func (s *Store) AddHook(ctx context.Context, h webhook.Hook, most int) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := accounts.LockEnabled(ctx, t, h.UserID); err != nil {
			return err
		}
		var count int
		if err := t.Row(ctx, `SELECT COUNT(*) FROM webhooks WHERE user_id = $1`, h.UserID).Scan(&count); err != nil {
			return err
		}
		if count >= most {
			return fault.New(fault.Limit, "You have as many webhooks as there may be. Remove one that is not used any more.")
		}
		_, err := t.Exec(ctx, `INSERT INTO webhooks (user_id, id, url, events, status, secrets, rotated_at, failures, failing_since, next_at, created_at)
			VALUES (`+store.Placeholders(1, 11)+`)`, values(h)...)
		if err != nil {
			return err
		}
		return accounts.Note(ctx, t, h.UserID, audit.WebhookMade, "", h.CreatedAt)
	})
	return store.Explain(err, "add webhook", h.ID)
}

// Hooks implements webhook.Store.
func (s *Store) Hooks(ctx context.Context, userID string) ([]webhook.Hook, error) {
	hooks, err := store.Collect(ctx, s.db.Reader(), scanHook, `SELECT `+hookColumns+` FROM webhooks h WHERE h.user_id = $1 ORDER BY h.id DESC`, userID)
	return hooks, store.Explain(err, "list the webhooks of", userID)
}

const oneHook = `SELECT ` + hookColumns + ` FROM webhooks h WHERE h.user_id = $1 AND h.id = $2`

// notFound is the message for a webhook that is not the user's.
const notFound = "There is no such webhook"

// Hook implements webhook.Store.
func (s *Store) Hook(ctx context.Context, userID, id string) (webhook.Hook, error) {
	h, err := scanHook(s.db.Reader().Row(ctx, oneHook, userID, id))
	return h, store.Explain(store.OrNotFound(err, notFound), "read webhook", id)
}

// ChangeHook implements webhook.Store.
func (s *Store) ChangeHook(ctx context.Context, userID, id string, at time.Time, change func(webhook.Hook) webhook.Hook) (h webhook.Hook, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		before, err := scanHook(t.Row(ctx, oneHook+t.ForUpdate(), userID, id))
		if err != nil {
			return store.OrNotFound(err, notFound)
		}
		h = change(before)
		_, err = t.Exec(ctx, `UPDATE webhooks SET url = $3, events = $4, status = $5, secrets = $6, rotated_at = $7, failures = $8, failing_since = $9,
			next_at = $10, created_at = $11 WHERE user_id = $1 AND id = $2`, values(h)...)
		if err != nil {
			return err
		}
		if err := hold(ctx, t, before, h); err != nil {
			return err
		}
		return note(ctx, t, before, h, at)
	})
	return h, store.Explain(err, "change webhook", id)
}

// hold has deliveries wait as long as their webhook is not on.
func hold(ctx context.Context, t store.Tx, before, now webhook.Hook) error {
	from, to := webhook.Waiting, webhook.Held
	switch {
	case (before.Status == webhook.On) == (now.Status == webhook.On):
		return nil
	case now.Status == webhook.On:
		from, to = to, from
	}
	_, err := t.Exec(ctx, `UPDATE webhook_deliveries SET status = $4 WHERE user_id = $1 AND webhook_id = $2 AND status = $3`,
		now.UserID, now.ID, string(from), string(to))
	return err
}

// note records a change that concerns who is sent what.
func note(ctx context.Context, t store.Tx, before, now webhook.Hook, at time.Time) error {
	switch {
	case before.URL != now.URL, before.Secrets != now.Secrets:
		return accounts.Note(ctx, t, now.UserID, audit.WebhookChanged, "", at)
	case before.Status != webhook.Off && now.Status == webhook.Off:
		return accounts.Note(ctx, t, now.UserID, audit.WebhookOff, "", at)
	}
	return nil
}

// DropHook implements webhook.Store.
func (s *Store) DropHook(ctx context.Context, userID, id string, at time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `DELETE FROM webhooks WHERE user_id = $1 AND id = $2`, userID, id)
		if err == nil && n == 0 {
			err = fault.New(fault.NotFound, notFound)
		}
		if err != nil {
			return err
		}
		if _, err := t.Exec(ctx, `DELETE FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2`, userID, id); err != nil {
			return err
		}
		return accounts.Note(ctx, t, userID, audit.WebhookRemoved, "", at)
	})
	return store.Explain(err, "remove webhook", id)
}

// first is the condition that a delivery d does not wait for one before it of the same memory.
const first = ` AND NOT EXISTS (SELECT 1 FROM webhook_deliveries e WHERE e.user_id = d.user_id AND e.webhook_id = d.webhook_id
	AND e.status = 'waiting' AND e.memory_id = d.memory_id AND e.id < d.id)`

// Due implements webhook.Store. Of concurrent calls one gets a webhook.
func (s *Store) Due(ctx context.Context, now, again time.Time, limit int) (due []webhook.Hook, err error) {
	paid := ""
	args := []any{now.UnixMilli(), limit}
	if !s.free {
		paid = ` AND u.plan = $3 AND ` + accounts.PaysAnnually + `$4)`
		args = append(args, string(plan.Pro), string(billing.Annual))
	}
	some, err := store.Collect(ctx, s.db.Reader(), scanHook, `SELECT `+hookColumns+` FROM webhooks h JOIN users u ON u.user_id = h.user_id
		WHERE h.status = 'on' AND h.next_at <= $1 AND u.disabled_at = 0`+paid+` AND EXISTS (SELECT 1 FROM webhook_deliveries d
			WHERE d.user_id = h.user_id AND d.webhook_id = h.id AND d.status = 'waiting' AND d.next_at <= $1`+first+`)
		ORDER BY h.next_at, h.user_id, h.id LIMIT $2`, args...)
	if err != nil || len(some) == 0 {
		return nil, store.Explain(err, "look for webhooks that are due at", now.String())
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		due = nil
		for _, h := range some {
			n, err := t.Exec(ctx, `UPDATE webhooks SET next_at = $4 WHERE user_id = $1 AND id = $2 AND next_at = $3 AND status = 'on'`,
				h.UserID, h.ID, store.MillisOrZero(h.NextAt), again.UnixMilli())
			if err != nil {
				return err
			}
			if n > 0 {
				due = append(due, h)
			}
		}
		return nil
	})
	return due, store.Explain(err, "claim webhooks that are due at", now.String())
}

// Forget implements webhook.Store.
func (s *Store) Forget(ctx context.Context, then time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM webhook_deliveries WHERE created_at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget deliveries before", then.String())
}
