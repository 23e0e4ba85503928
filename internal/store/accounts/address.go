package accounts

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/store"
)

// know stores a session's address, and deletes the user's oldest beyond the limit.
func know(ctx context.Context, t store.Tx, s account.Session) error {
	if s.Address == "" {
		return nil
	}
	_, err := t.Exec(ctx, `INSERT INTO known_addresses (user_id, address, last_used) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, address) DO UPDATE SET last_used = excluded.last_used`, s.UserID, s.Address, s.LastUsed.UnixMilli())
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `DELETE FROM known_addresses WHERE user_id = $1 AND address NOT IN
		(SELECT address FROM known_addresses WHERE user_id = $1 ORDER BY last_used DESC, address LIMIT $2)`, s.UserID, account.MostAddresses)
	return err
}

// KnowsAddress implements account.Store.
func (s *Store) KnowsAddress(ctx context.Context, userID, address string, since time.Time) (known bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM known_addresses WHERE user_id = $1 AND address = $2 AND last_used >= $3)`,
		userID, address, since.UnixMilli()).Scan(&known)
	return known, store.Explain(err, "look for an address of", userID)
}

// ForgetAddresses implements account.Store, for all users.
func (s *Store) ForgetAddresses(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM known_addresses WHERE last_used < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget addresses from before", then.String())
}
