package store

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/audit"
	"engram/internal/plan"
)

// note keeps what the transaction does for its user to read, and drops what is more than a user has of that kind. The device is that of
// the caller.
func (t tx) note(ctx context.Context, userID string, kind audit.Kind, detail string, at time.Time) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `INSERT INTO audit (user_id, id, kind, detail, device, at) VALUES ($1, $2, $3, $4, $5, $6)`,
		userID, id.String(), string(kind), detail, audit.Device(ctx), at.UnixMilli())
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `DELETE FROM audit WHERE user_id = $1 AND kind = $2 AND id <
		(SELECT id FROM audit WHERE user_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)`, userID, string(kind), audit.MostOfKind-1)
	return err
}

// notePlan keeps that a plan began or ended, if it did.
func (t tx) notePlan(ctx context.Context, userID string, before, after plan.Name, at time.Time) error {
	kind := audit.ProEnded
	switch {
	case before == after:
		return nil
	case after == plan.Pro:
		kind = audit.ProBegan
	case audit.Chosen(ctx):
		kind = audit.ProCancelled
	}
	return t.note(ctx, userID, kind, "", at)
}

// Events implements audit.Store.
func (s *Store) Events(ctx context.Context, userID, before string, since time.Time, limit int) ([]audit.Event, error) {
	events, err := collect(ctx, s.reader(), scanEvent, `SELECT id, kind, detail, device, at FROM audit
		WHERE user_id = $1 AND ($2 = '' OR id < $2) AND at >= $3 ORDER BY id DESC LIMIT $4`, userID, before, since.UnixMilli(), limit)
	return events, explain(err, "list events of", userID)
}

func scanEvent(row scanner) (e audit.Event, err error) {
	var at int64
	err = row.Scan(&e.ID, &e.Kind, &e.Text, &e.Device, &at)
	e.At = fromMillis(at)
	return e, err
}

// ForgetEvents implements audit.Store. It looks across users, since time passes for all of them.
func (s *Store) ForgetEvents(ctx context.Context, then time.Time) error {
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(ctx, `DELETE FROM audit WHERE at < $1`, then.UnixMilli())
		return err
	})
	return explain(err, "forget events from before", then.String())
}
