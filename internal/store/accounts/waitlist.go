package accounts

import (
	"context"

	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/waitlist"
)

// Join implements waitlist.Store.
func (s *Store) Join(ctx context.Context, e waitlist.Entry) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		added, err := t.Exec(ctx, `INSERT INTO waitlist (item, email, created_at) VALUES ($1, $2, $3) ON CONFLICT (item, email) DO NOTHING`,
			e.Item, e.Email, e.At.UnixMilli())
		if err != nil || added > 0 {
			return err
		}
		return fault.New(fault.Conflict, "This email is on the waitlist already")
	})
	return store.Explain(err, "join the waitlist of", e.Item)
}
