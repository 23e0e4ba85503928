package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/audit"
	"engram/internal/store"
)

// Note adds an event to the user's audit log and deletes the oldest beyond the limit of its kind.
// The device is the caller's.
func Note(ctx context.Context, t store.Tx, userID string, kind audit.Kind, detail string, at time.Time) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO audit (user_id, id, kind, detail, device, at) VALUES ($1, $2, $3, $4, $5, $6)`,
		userID, id.String(), string(kind), detail, audit.Device(ctx), at.UnixMilli())
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `DELETE FROM audit WHERE user_id = $1 AND kind = $2 AND id <
		(SELECT id FROM audit WHERE user_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)`, userID, string(kind), audit.MostOfKind-1)
	return err
}

// AddEvent implements audit.Store.
func (s *Store) AddEvent(ctx context.Context, userID string, kind audit.Kind, text string, at time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error { return Note(ctx, t, userID, kind, text, at) })
	return store.Explain(err, "note "+string(kind)+" of", userID)
}

// Events implements audit.Store.
func (s *Store) Events(ctx context.Context, userID, before string, since time.Time, limit int) ([]audit.Event, error) {
	events, err := store.Collect(ctx, s.db.Reader(), scanEvent, `SELECT id, kind, detail, device, at FROM audit
		WHERE user_id = $1 AND ($2 = '' OR id < $2) AND at >= $3 ORDER BY id DESC LIMIT $4`, userID, before, since.UnixMilli(), limit)
	return events, store.Explain(err, "list events of", userID)
}

func scanEvent(row store.Scanner) (e audit.Event, err error) {
	var at int64
	err = row.Scan(&e.ID, &e.Kind, &e.Text, &e.Device, &at)
	e.At = store.FromMillis(at)
	return e, err
}

// ForgetEvents implements audit.Store, for all users.
func (s *Store) ForgetEvents(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM audit WHERE at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget events from before", then.String())
}
