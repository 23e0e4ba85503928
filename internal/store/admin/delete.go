package admin

import (
	"context"
	"time"

	"engram/internal/admin"
	"engram/internal/billing"
	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store"
)

// owned are the tables of a user's rows but their memories', in an order in which none refers to what has gone.
var owned = []string{
	"turn_sources", "turns", "conversations", "deletions", "uploads", "counters", "sessions", "known_addresses", "tokens", "oauth_secrets", "oauth_grants", "kept_answers", "numbers", "audit", "ai_calls",
	"webhook_deliveries", "webhooks", "mail_parts", "mail_boxes", "kept_filters", "feed_items", "feeds", "import_notes", "import_others", "imports", "watched", "subscriptions", "checkouts", "test_checkouts", "invitations", "login", "users",
}

// Close implements deletion.Store.
func (s *Store) Close(ctx context.Context, userID string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		if err := disable(ctx, t, userID, now); err != nil {
			return err
		}
		if _, err := t.Exec(ctx, `DELETE FROM login WHERE user_id = $1`, userID); err != nil {
			return err
		}
		return s.jobs.DeleteUser(ctx, t.Raw, userID)
	})
	return store.Explain(err, "close the account of", userID)
}

// Unpaid implements deletion.Store. Subscriptions of the test checkout don't count.
func (s *Store) Unpaid(ctx context.Context, userID string) error {
	var pays bool
	err := s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM subscriptions WHERE user_id = $1 AND status <> 'ended' AND provider <> $2)`,
		userID, billing.TestProvider).Scan(&pays)
	if err == nil && pays {
		return fault.New(fault.Conflict, "This account pays for a membership. End that first.")
	}
	return store.Explain(err, "look for a membership of", userID)
}

// MemoryIDs implements deletion.Store.
func (s *Store) MemoryIDs(ctx context.Context, userID string, limit int) ([]string, error) {
	ids, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT id FROM memories WHERE user_id = $1 ORDER BY id LIMIT $2`, userID, limit)
	return ids, store.Explain(err, "list memories of", userID)
}

// DeleteUser implements deletion.Store.
func (s *Store) DeleteUser(ctx context.Context, userID string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		if err := othersOwn(ctx, t, userID); err != nil {
			return err
		}
		var left bool
		err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM memories WHERE user_id = $1) OR EXISTS (SELECT 1 FROM trash WHERE user_id = $1)`, userID).Scan(&left)
		if err != nil {
			return err
		}
		if left {
			return fault.New(fault.Conflict, "Something was saved meanwhile. Please delete the account again.")
		}
		if err := s.removeUploads(ctx, t, userID); err != nil {
			return err
		}
		// Owners see whom they invited by the name that was chosen.
		if _, err := t.Exec(ctx, `UPDATE invitations SET used_by = '' WHERE used_by = (SELECT username FROM users WHERE user_id = $1)`, userID); err != nil {
			return err
		}
		// What another node still writes is removed by the sweep, which finds it by its row.
		if _, err := t.Exec(ctx, `DELETE FROM snapshots WHERE user_id = $1 AND complete = 1`, userID); err != nil {
			return err
		}
		for _, table := range owned {
			if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, userID); err != nil {
				return err
			}
		}
		return nil
	})
	return store.Explain(err, "delete user", userID)
}

// removeUploads enqueues the removal of the files that no memory claimed, and of those being imported.
func (s *Store) removeUploads(ctx context.Context, t store.Tx, userID string) error {
	ids, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM uploads WHERE user_id = $1`, userID)
	if err != nil {
		return err
	}
	var keys []string
	for _, id := range ids {
		keys = append(keys, blob.DocumentKey(userID, id))
	}
	imported, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM imports WHERE user_id = $1 AND has_file = 1`, userID)
	for _, id := range imported {
		keys = append(keys, blob.ImportKey(userID, id))
	}
	if err != nil || len(keys) == 0 {
		return err
	}
	return s.jobs.RemoveBlobs(ctx, t.Raw, keys)
}

// Failures implements admin.Store.
func (s *Store) Failures(ctx context.Context, limit int) ([]admin.Failure, error) {
	failures, err := store.Collect(ctx, s.db.Reader(), scanFailure, `SELECT error, COUNT(*) FROM memories WHERE status = $1 GROUP BY error ORDER BY COUNT(*) DESC, error LIMIT $2`, string(memory.Failed), limit)
	return failures, store.Explain(err, "count", "failures")
}

func scanFailure(row store.Scanner) (f admin.Failure, err error) {
	err = row.Scan(&f.Reason, &f.Count)
	return f, err
}
