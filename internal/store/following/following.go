// Package following stores the feeds that people follow.
package following

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/following"
	"engram/internal/store"
	"engram/internal/store/counters"
)

var _ following.Store = (*Store)(nil)

// Store stores feeds. It is safe for concurrent use.
type Store struct {
	db      *store.DB
	changed func(userID string)
}

// New returns a Store on db. changed, if not nil, is called when memories of a user have changed.
func New(db *store.DB, changed func(userID string)) *Store {
	if changed == nil {
		changed = func(string) {}
	}
	return &Store{db, changed}
}

const columns = `id, user_id, url, title, own_title, site, tags, status, message, etag, last_modified, failures, checked_at, next_at, created_at`

func fields(f *following.Feed, own, checked, next, created *int64, tags *string) []any {
	return []any{&f.ID, &f.UserID, &f.URL, &f.Title, own, &f.Site, tags, &f.Status, &f.Message, &f.ETag, &f.Modified, &f.Failures, checked, next, created}
}

func scan(row store.Scanner, more ...any) (f following.Feed, err error) {
	var own, checked, next, created int64
	var tags string
	if err := row.Scan(append(fields(&f, &own, &checked, &next, &created, &tags), more...)...); err != nil {
		return f, err
	}
	f.OwnTitle, f.CheckedAt, f.NextAt, f.CreatedAt = own != 0, store.TimeOrZero(checked), store.FromMillis(next), store.FromMillis(created)
	return f, json.Unmarshal([]byte(tags), &f.Tags)
}

func scanFeed(row store.Scanner) (following.Feed, error) { return scan(row) }

// AddFeed implements following.Store.
func (s *Store) AddFeed(ctx context.Context, f following.Feed, most int) (added following.Feed, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		var locked string
		err := t.Row(ctx, `SELECT user_id FROM users WHERE user_id = $1`+t.ForUpdate(), f.UserID).Scan(&locked)
		if err != nil {
			return store.OrNotFound(err, "Account not found")
		}
		added, _, err = Follow(ctx, t, f, most)
		return err
	})
	return added, store.Explain(err, "follow a feed for", f.UserID)
}

// Follow adds a feed in a transaction that holds the user's row, unless they follow one of its address.
// It returns the feed that they follow, and whether it is new. Where its id is taken it gets another.
func Follow(ctx context.Context, t store.Tx, f following.Feed, most int) (of following.Feed, added bool, err error) {
	found, err := store.Collect(ctx, t.Querier, scanFeed, `SELECT `+columns+` FROM feeds WHERE user_id = $1 AND address_key = $2`, f.UserID, following.Key(f.URL))
	if err != nil {
		return f, false, err
	}
	if len(found) > 0 {
		return found[0], false, nil
	}
	var n, taken int
	err = t.Row(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN id = $2 THEN 1 ELSE 0 END), 0) FROM feeds WHERE user_id = $1`, f.UserID, f.ID).Scan(&n, &taken)
	if err != nil {
		return f, false, err
	}
	if n >= most {
		return f, false, fault.New(fault.Limit, "You follow as many feeds as one may. Leave one first.")
	}
	if taken > 0 {
		id, err := uuid.NewV7()
		if err != nil {
			return f, false, err
		}
		f.ID = id.String()
	}
	return f, true, put(ctx, t, f, `INSERT INTO feeds (`+columns+`, address_key) VALUES (`+store.Placeholders(1, 16)+`)`)
}

func put(ctx context.Context, t store.Tx, f following.Feed, statement string) error {
	_, err := t.Exec(ctx, statement, f.ID, f.UserID, f.URL, f.Title, store.FromBool(f.OwnTitle), f.Site, tagsOf(f), string(f.Status), f.Message,
		f.ETag, f.Modified, f.Failures, store.MillisOrZero(f.CheckedAt), f.NextAt.UnixMilli(), f.CreatedAt.UnixMilli(), following.Key(f.URL))
	return err
}

func tagsOf(f following.Feed) string {
	if len(f.Tags) == 0 {
		return "[]"
	}
	tags, _ := json.Marshal(f.Tags) // texts always marshal
	return string(tags)
}

// Feeds implements following.Store.
func (s *Store) Feeds(ctx context.Context, userID string) ([]following.Feed, error) {
	all, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (following.Feed, error) {
		var items, unread int
		f, err := scan(row, &items, &unread)
		f.Items, f.Unread = items, unread
		return f, err
	}, `SELECT `+columns+`,
			(SELECT COUNT(*) FROM memories m WHERE m.user_id = feeds.user_id AND m.feed_id <> '' AND m.feed_id = feeds.id),
			(SELECT COUNT(*) FROM memories m WHERE m.user_id = feeds.user_id AND m.feed_id <> '' AND m.feed_id = feeds.id AND m.opened_at = 0)
		FROM feeds WHERE user_id = $1 ORDER BY LOWER(title), id`, userID)
	return all, store.Explain(err, "list the feeds of", userID)
}

// Feed implements following.Store.
func (s *Store) Feed(ctx context.Context, userID, id string) (following.Feed, error) {
	f, err := scan(s.db.Reader().Row(ctx, `SELECT `+columns+` FROM feeds WHERE user_id = $1 AND id = $2`, userID, id))
	return f, store.Explain(store.OrNotFound(err, "Feed not found"), "read feed", id)
}

// ChangeFeed implements following.Store. A feed that has moved to the address of another keeps its
// own. A deletion begins by it.
func (s *Store) ChangeFeed(ctx context.Context, userID, id string, change func(following.Feed) following.Feed) (f following.Feed, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		before, err := scan(t.Row(ctx, `SELECT `+columns+` FROM feeds WHERE user_id = $1 AND id = $2`+t.ForUpdate(), userID, id))
		if err != nil {
			return store.OrNotFound(err, "Feed not found")
		}
		f = change(before)
		var taken bool
		err = t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM feeds WHERE user_id = $1 AND address_key = $2 AND id <> $3)`, userID, following.Key(f.URL), id).Scan(&taken)
		if err != nil {
			return err
		}
		if taken {
			f.URL = before.URL
		}
		return put(ctx, t, f, `UPDATE feeds SET url = $3, title = $4, own_title = $5, site = $6, tags = $7, status = $8, message = $9, etag = $10,
			last_modified = $11, failures = $12, checked_at = $13, next_at = $14, created_at = $15, address_key = $16 WHERE user_id = $2 AND id = $1`)
	})
	return f, store.Explain(err, "change feed", id)
}

// DropFeed implements following.Store.
func (s *Store) DropFeed(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error { return Unfollow(ctx, t, userID, id) })
	if err == nil {
		s.changed(userID)
	}
	return store.Explain(err, "leave feed", id)
}

// Unfollow removes a feed in a transaction, and leaves its memories without one; fault.NotFound if it is
// not the user's.
func Unfollow(ctx context.Context, t store.Tx, userID, id string) error {
	var locked string // so that nothing is saved of it any more
	err := t.Row(ctx, `SELECT id FROM feeds WHERE user_id = $1 AND id = $2`+t.ForUpdate(), userID, id).Scan(&locked)
	if err != nil {
		return store.OrNotFound(err, "Feed not found")
	}
	if err := release(ctx, t, userID, id); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM feed_items WHERE user_id = $1 AND feed_id = $2`, userID, id); err != nil {
		return err
	}
	// One of this id that is followed anew is no import's any more.
	if _, err := t.Exec(ctx, `DELETE FROM import_others WHERE user_id = $1 AND kind = 'feed' AND id = $2`, userID, id); err != nil {
		return err
	}
	_, err = t.Exec(ctx, `DELETE FROM feeds WHERE user_id = $1 AND id = $2`, userID, id)
	return err
}

// FingerprintOfRow is Fingerprint of a row of feeds in SQL.
const FingerprintOfRow = `(CASE WHEN feeds.own_title = 1 THEN feeds.title ELSE '' END || ' ' || feeds.tags
	|| CASE WHEN feeds.status = 'paused' AND feeds.message = '' THEN ' paused' ELSE '' END)`

// Fingerprint returns what a follower can give a feed: its title, its tags, and that it is paused.
func Fingerprint(f following.Feed) string {
	title, paused := "", ""
	if f.OwnTitle {
		title = f.Title
	}
	if f.Status == following.Paused && f.Message == "" { // else its site said that it is gone
		paused = " paused"
	}
	return title + " " + tagsOf(f) + paused
}

// release takes memories out of their feed, each a change of its own.
func release(ctx context.Context, t store.Tx, userID, id string) error {
	ids, err := store.Collect(ctx, t.Querier, store.ScanString,
		`SELECT id FROM memories WHERE user_id = $1 AND feed_id <> '' AND feed_id = $2 ORDER BY id`+t.ForUpdate(), userID, id)
	if err != nil || len(ids) == 0 {
		return err
	}
	first, err := counters.AdvanceOf(ctx, t, userID, counters.Changes, len(ids))
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE memories SET feed_id = '', feed_tags = 0, change = $3 + released.n FROM (
			SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS n FROM memories WHERE user_id = $1 AND feed_id <> '' AND feed_id = $2 AND id <= $4) AS released
		WHERE memories.user_id = $1 AND memories.id = released.id`, userID, id, first, ids[len(ids)-1])
	return err
}

// FeedMemories implements following.Store.
func (s *Store) FeedMemories(ctx context.Context, userID, id string, limit int) ([]string, error) {
	ids, err := store.Collect(ctx, s.db.Reader(), store.ScanString,
		`SELECT id FROM memories WHERE user_id = $1 AND feed_id <> '' AND feed_id = $2 ORDER BY id LIMIT $3`, userID, id, limit)
	return ids, store.Explain(err, "list the memories of feed", id)
}

// DueFeed implements following.Store. Of concurrent calls one gets a feed.
func (s *Store) DueFeed(ctx context.Context, now, again time.Time, but []string) (due following.Feed, found bool, err error) {
	args, among := []any{now.UnixMilli()}, ""
	if len(but) > 0 {
		among = ` AND user_id NOT IN (` + store.Placeholders(2, len(but)) + `)`
		for _, userID := range but {
			args = append(args, userID)
		}
	}
	for { // another who gets one first has taken it off the list
		some, err := store.Collect(ctx, s.db.Reader(), scanFeed, `SELECT `+columns+` FROM feeds
			WHERE status <> 'paused' AND next_at <= $1`+among+`
			AND EXISTS (SELECT 1 FROM users WHERE users.user_id = feeds.user_id AND users.disabled_at = 0) ORDER BY next_at, user_id, id LIMIT 1`, args...)
		if err != nil || len(some) == 0 {
			return due, false, store.Explain(err, "look for feeds that are due at", now.String())
		}
		if found, err = s.claim(ctx, some[0], again); found || err != nil {
			return some[0], found, store.Explain(err, "claim feeds that are due at", now.String())
		}
	}
}

// claim makes a feed due again at a later time, and reports false if another did.
func (s *Store) claim(ctx context.Context, due following.Feed, again time.Time) (claimed bool, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `UPDATE feeds SET next_at = $4 WHERE user_id = $1 AND id = $2 AND next_at = $3`,
			due.UserID, due.ID, due.NextAt.UnixMilli(), again.UnixMilli())
		claimed = n > 0
		return err
	})
	return claimed, err
}

// Unseen implements following.Store.
func (s *Store) Unseen(ctx context.Context, userID, id string, items []string) (unseen []string, err error) {
	seen, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT item FROM feed_items WHERE user_id = $1 AND feed_id = $2`, userID, id)
	known := make(map[string]bool, len(seen))
	for _, item := range seen {
		known[item] = true
	}
	for _, item := range items {
		if !known[item] {
			unseen = append(unseen, item)
		}
	}
	return unseen, store.Explain(err, "read what was seen of feed", id)
}

// See implements following.Store. Of a feed that was left meanwhile nothing is noted.
func (s *Store) See(ctx context.Context, userID, id string, items []string, at, forget time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		for _, item := range items {
			_, err := t.Exec(ctx, `INSERT INTO feed_items (user_id, feed_id, item, seen_at)
				SELECT user_id, id, $3, CAST($4 AS BIGINT) FROM feeds WHERE user_id = $1 AND id = $2
				ON CONFLICT (user_id, feed_id, item) DO UPDATE SET seen_at = excluded.seen_at`, userID, id, item, at.UnixMilli())
			if err != nil {
				return err
			}
		}
		_, err := t.Exec(ctx, `DELETE FROM feed_items WHERE user_id = $1 AND feed_id = $2 AND seen_at < $3`, userID, id, forget.UnixMilli())
		return err
	})
	return store.Explain(err, "note what was seen of feed", id)
}

// AnswersUseFeeds implements following.Store.
func (s *Store) AnswersUseFeeds(ctx context.Context, userID string) (bool, error) {
	var use int64
	err := s.db.Reader().Row(ctx, `SELECT answers_use_feeds FROM users WHERE user_id = $1`, userID).Scan(&use)
	return use != 0, store.Explain(store.OrNotFound(err, "Account not found"), "read whether answers use feeds of", userID)
}

// SetAnswersUseFeeds implements following.Store.
func (s *Store) SetAnswersUseFeeds(ctx context.Context, userID string, use bool) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE users SET answers_use_feeds = $2 WHERE user_id = $1`, userID, store.FromBool(use))
		return err
	})
	return store.Explain(err, "say whether answers use feeds of", userID)
}

// LeavesOut implements following.Store.
func (s *Store) LeavesOut(ctx context.Context, userID string) (leaves bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE user_id = $1 AND answers_use_feeds = 0)
		AND EXISTS (SELECT 1 FROM memories WHERE user_id = $1 AND feed_id <> '')`, userID).Scan(&leaves)
	return leaves, store.Explain(err, "read whether answers leave out feeds of", userID)
}
