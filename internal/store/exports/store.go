// Package exports reads what a user has as exports hold it.
package exports

import (
	"context"

	"engram/internal/export"
	"engram/internal/portable"
	"engram/internal/store"
)

var _ export.Store = (*Store)(nil)

// Store reads libraries. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// UserNamed implements export.Store.
func (s *Store) UserNamed(ctx context.Context, name string) (userID string, err error) {
	err = s.db.Reader().Row(ctx, `SELECT user_id FROM login WHERE name = lower($1)`, name).Scan(&userID)
	return userID, store.Explain(store.OrNotFound(err, "There is no account of that name"), "find", name)
}

// Account implements export.Store.
func (s *Store) Account(ctx context.Context, userID string) (a portable.Account, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		var created int64
		err := t.Row(ctx, `SELECT username, email, plan, created_at, conversation_term, use_ai FROM users
			WHERE user_id = $1 AND EXISTS (SELECT 1 FROM login WHERE login.user_id = users.user_id)`, userID).
			Scan(&a.Username, &a.Email, &a.Plan, &created, &a.KeepConversations, flag(&a.UseAIProviders))
		if err != nil {
			return store.OrNotFound(err, "There is no such account")
		}
		a.CreatedAt = store.FromMillis(created)
		if a.Filters, err = store.Collect(ctx, t.Querier, scanFilter,
			`SELECT id, name, filter, sort FROM kept_filters WHERE user_id = $1 ORDER BY id`, userID); err != nil {
			return err
		}
		if a.Feeds, err = store.Collect(ctx, t.Querier, scanFeed,
			`SELECT id, url, title, own_title, site, tags, status = 'paused', created_at FROM feeds WHERE user_id = $1 AND status <> 'leaving' ORDER BY id`, userID); err != nil {
			return err
		}
		a.Events, err = store.Collect(ctx, t.Querier, scanEvent,
			`SELECT id, kind, detail, device, at FROM audit WHERE user_id = $1 ORDER BY id`, userID)
		return err
	})
	return a, store.Explain(err, "read the account of", userID)
}

func scanFilter(row store.Scanner) (f portable.Filter, err error) {
	return f, row.Scan(&f.ID, &f.Name, &f.Filter, &f.Sort)
}

func scanFeed(row store.Scanner) (f portable.Feed, err error) {
	return f, row.Scan(&f.ID, &f.URL, &f.Title, flag(&f.OwnTitle), &f.Site, jsonOf(&f.Tags), &f.Paused, timeOf(&f.CreatedAt))
}

func scanEvent(row store.Scanner) (e portable.Event, err error) {
	return e, row.Scan(&e.ID, &e.Kind, &e.Detail, &e.Device, timeOf(&e.At))
}

// LastID implements export.Store.
func (s *Store) LastID(ctx context.Context, userID string, of export.Part) (id string, err error) {
	err = s.db.Reader().Row(ctx, `SELECT COALESCE(MAX(id), '') FROM `+string(of)+` WHERE user_id = $1`, userID).Scan(&id)
	return id, store.Explain(err, "look for the last of "+string(of)+" of", userID)
}

// IDs implements export.Store.
func (s *Store) IDs(ctx context.Context, userID string, of export.Part, after string, limit int) ([]string, error) {
	ids, err := store.Collect(ctx, s.db.Reader(), store.ScanString,
		`SELECT id FROM `+string(of)+` WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, after, limit)
	return ids, store.Explain(err, "list "+string(of)+" of", userID)
}

// Cards implements export.Store.
func (s *Store) Cards(ctx context.Context, userID, before string, limit int) ([]export.Card, error) {
	cards, err := store.Collect(ctx, s.db.Reader(), scanCard, `SELECT id, kind, title, url, site, author, created_at, place, archived_at,
		(SELECT COUNT(*) FROM highlights h WHERE h.user_id = memories.user_id AND h.memory_id = memories.id)
		FROM memories WHERE user_id = $1 AND place < $2 ORDER BY place DESC LIMIT $3`, userID, before, limit)
	return cards, store.Explain(err, "list memories of", userID)
}

func scanCard(row store.Scanner) (c export.Card, err error) {
	return c, row.Scan(&c.ID, &c.Kind, &c.Title, &c.URL, &c.Site, &c.Author, timeOf(&c.CreatedAt), &c.Place, flag(&c.Archived), &c.Highlights)
}
