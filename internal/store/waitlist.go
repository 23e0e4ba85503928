package store

import (
	"context"

	"engram/internal/fault"
	"engram/internal/waitlist"
)

// Join implements waitlist.Store.
func (s *Store) Join(ctx context.Context, e waitlist.Entry) error {
	err := s.write(ctx, func(t tx) error {
		added, err := t.exec(ctx, `INSERT INTO waitlist (item, email, created_at) VALUES ($1, $2, $3) ON CONFLICT (item, email) DO NOTHING`,
			e.Item, e.Email, e.At.UnixMilli())
		if err != nil || added > 0 {
			return err
		}
		return fault.New(fault.Conflict, "This email is on the waitlist already")
	})
	return explain(err, "join the waitlist of", e.Item)
}
