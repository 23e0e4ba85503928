package webhooks

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"engram/internal/store"
	"engram/internal/webhook"
)

const deliveryColumns = `d.user_id, d.webhook_id, d.id, d.event, d.memory_id, d.body, d.status, d.attempts, d.code, d.message, d.tried_at, d.next_at, d.created_at`

func scanDelivery(row store.Scanner) (d webhook.Delivery, err error) {
	var tried, next, created int64
	err = row.Scan(&d.UserID, &d.HookID, &d.ID, &d.Event, &d.MemoryID, &d.Body, &d.Outcome, &d.Attempts, &d.Code, &d.Message, &tried, &next, &created)
	d.TriedAt, d.NextAt, d.CreatedAt = store.TimeOrZero(tried), store.TimeOrZero(next), store.FromMillis(created)
	return d, err
}

func insert(ctx context.Context, t store.Tx, d webhook.Delivery) error {
	_, err := t.Exec(ctx, `INSERT INTO webhook_deliveries (user_id, webhook_id, id, event, memory_id, body, status, attempts, code, message, tried_at, next_at, created_at)
		VALUES (`+store.Placeholders(1, 13)+`)`, d.UserID, d.HookID, d.ID, string(d.Event), d.MemoryID, d.Body, string(d.Outcome), d.Attempts, d.Code, d.Message,
		store.MillisOrZero(d.TriedAt), store.MillisOrZero(d.NextAt), d.CreatedAt.UnixMilli())
	return err
}

// Emit writes what happened to memories of a user, for each of their webhooks that is on and asks for it, in
// the transaction that makes it happen.
func Emit(ctx context.Context, t store.Tx, userID string, happened ...webhook.Happening) error {
	if len(happened) == 0 {
		return nil
	}
	hooks, err := store.Collect(ctx, t.Querier, scanHook, `SELECT `+hookColumns+` FROM webhooks h WHERE h.user_id = $1 AND h.status = 'on' ORDER BY h.id`, userID)
	if err != nil || len(hooks) == 0 {
		return err
	}
	now := time.Now()
	for _, h := range happened {
		id, err := uuid.NewV7() // in a process each is behind the last
		if err != nil {
			return err
		}
		body, err := webhook.Body(h, now)
		if err != nil {
			return err
		}
		for _, hook := range hooks {
			if !slices.Contains(hook.Events, h.Event) {
				continue
			}
			d := webhook.Delivery{
				ID: id.String(), UserID: userID, HookID: hook.ID, Event: h.Event, MemoryID: h.Memory.ID, Body: body, Outcome: webhook.Waiting, CreatedAt: now,
			}
			if err := insert(ctx, t, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// AddDelivery implements webhook.Store.
func (s *Store) AddDelivery(ctx context.Context, d webhook.Delivery) error {
	err := s.db.Write(ctx, func(t store.Tx) error { return insert(ctx, t, d) })
	return store.Explain(err, "add delivery", d.ID)
}

// Deliveries implements webhook.Store.
func (s *Store) Deliveries(ctx context.Context, userID, id string, limit int) ([]webhook.Delivery, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scanDelivery, `SELECT `+deliveryColumns+` FROM webhook_deliveries d
		WHERE d.user_id = $1 AND d.webhook_id = $2 ORDER BY d.id DESC LIMIT $3`, userID, id, limit)
	return all, store.Explain(err, "list the deliveries of webhook", id)
}

// Next implements webhook.Store.
func (s *Store) Next(ctx context.Context, userID, id string, now time.Time, limit int) ([]webhook.Delivery, error) {
	due, err := store.Collect(ctx, s.db.Reader(), scanDelivery, `SELECT `+deliveryColumns+` FROM webhook_deliveries d
		WHERE d.user_id = $1 AND d.webhook_id = $2 AND d.status = 'waiting' AND d.next_at <= $3`+first+` ORDER BY d.id LIMIT $4`,
		userID, id, now.UnixMilli(), limit)
	return due, store.Explain(err, "look for deliveries of webhook", id)
}

// Settle implements webhook.Store. One that was held meanwhile stays so, if it is to be sent again.
func (s *Store) Settle(ctx context.Context, d webhook.Delivery) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE webhook_deliveries SET status = CASE WHEN status = 'held' AND $4 = 'waiting' THEN status ELSE $4 END,
			body = $5, attempts = $6, code = $7, message = $8, tried_at = $9, next_at = $10 WHERE user_id = $1 AND webhook_id = $2 AND id = $3`,
			d.UserID, d.HookID, d.ID, string(d.Outcome), d.Body, d.Attempts, d.Code, d.Message, store.MillisOrZero(d.TriedAt), store.MillisOrZero(d.NextAt))
		return err
	})
	return store.Explain(err, "settle delivery", d.ID)
}
