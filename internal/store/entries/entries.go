// Package entries stores the numbers of memories and tags.
package entries

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"engram/internal/entry"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
)

var _ entry.Store = (*Store)(nil)

// Store stores them. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// The kinds of what has numbers, and the counters of the last ones.
const (
	ofMemory = "memory"
	ofTag    = "tag"

	lastMemory = quota.Counter("number of memory")
	lastTag    = quota.Counter("number of tag")
)

// unseen is a memory whose change was not seen yet.
type unseen struct {
	id       string
	change   int64
	at       int64 // when it changed, if that is known
	numbered bool
}

// rowsAtOnce is the number of rows of one statement.
const rowsAtOnce = 200

// Number implements entry.Store.
func (s *Store) Number(ctx context.Context, userID string, now time.Time) error {
	all, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (u unseen, err error) {
		var captured int64
		err = row.Scan(&u.id, &u.change, &u.at, &captured, &u.numbered)
		u.at = max(u.at, captured)
		return u, err
	}, `SELECT m.id, m.change, m.created_at, m.captured_at, n.number IS NOT NULL
		FROM memories m LEFT JOIN numbers n ON n.user_id = m.user_id AND n.kind = $2 AND n.item_id = m.id
		WHERE m.user_id = $1 AND (n.number IS NULL OR n.change <> m.change) ORDER BY m.id`, userID, ofMemory)
	if err != nil || len(all) == 0 {
		return store.Explain(err, "look for memories without a number of", userID)
	}
	var fresh, changed []unseen
	for _, u := range all {
		if u.numbered {
			changed = append(changed, u)
		} else {
			fresh = append(fresh, u)
		}
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		for _, u := range changed {
			_, err := t.Exec(ctx, `UPDATE numbers SET change = $4, changed_at = $5 WHERE user_id = $1 AND kind = $2 AND item_id = $3 AND change < $4`,
				userID, ofMemory, u.id, u.change, now.UnixMilli())
			if err != nil {
				return err
			}
		}
		return insert(ctx, t, userID, fresh)
	})
	return store.Explain(err, "number the memories of", userID)
}

// insert gives memories the next numbers. One that was given a number meanwhile keeps it.
func insert(ctx context.Context, t store.Tx, userID string, fresh []unseen) error {
	if len(fresh) == 0 {
		return nil
	}
	next, err := counters.AdvanceOf(ctx, t, userID, lastMemory, len(fresh))
	if err != nil {
		return err
	}
	for some := range slices.Chunk(fresh, rowsAtOnce) {
		var rows []string
		var args []any
		for _, u := range some {
			rows = append(rows, "("+store.Placeholders(len(args)+1, 6)+")")
			args = append(args, userID, ofMemory, u.id, next, u.change, u.at)
			next++
		}
		_, err := t.Exec(ctx, `INSERT INTO numbers (user_id, kind, item_id, number, change, changed_at) VALUES `+strings.Join(rows, ", ")+`
			ON CONFLICT (user_id, kind, item_id) DO NOTHING`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// order has the columns by which entries are sorted.
var order = map[entry.Sort]string{entry.Created: "m.place", entry.Updated: "n.changed_at", entry.Archived: "m.archived_at"}

const fromNumbers = ` FROM numbers n JOIN memories m ON m.user_id = n.user_id AND m.id = n.item_id
	WHERE n.user_id = $1 AND n.kind = 'memory' AND (m.feed_id = '' OR m.starred_at > 0)`

// Entries implements entry.Store.
func (s *Store) Entries(ctx context.Context, userID string, q entry.Query) (found []entry.Entry, total int, err error) {
	where, args := fromNumbers, []any{userID}
	is := func(column string, wanted *bool) {
		if wanted != nil {
			where += " AND " + column + map[bool]string{true: " > 0", false: " = 0"}[*wanted]
		}
	}
	is("m.archived_at", q.Archived)
	is("m.starred_at", q.Starred)
	if !q.Since.IsZero() {
		args = append(args, q.Since.UnixMilli())
		where += fmt.Sprintf(" AND n.changed_at >= $%d", len(args))
	}
	for _, key := range q.Tags {
		args = append(args, key)
		where += fmt.Sprintf(" AND EXISTS (SELECT 1 FROM memory_tags t WHERE t.user_id = m.user_id AND t.memory_id = m.id AND t.tag = $%d)", len(args))
	}
	direction := " DESC"
	if q.Ascending {
		direction = ""
	}
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		if err := t.Row(ctx, `SELECT COUNT(*)`+where, args...).Scan(&total); err != nil {
			return err
		}
		page := fmt.Sprintf(" ORDER BY %s%s, n.number%[2]s LIMIT %d OFFSET %d", order[q.Sort], direction, q.PerPage, (q.Page-1)*q.PerPage)
		found, err = store.Collect(ctx, t.Querier, scan, `SELECT n.number, n.item_id, n.changed_at`+where+page, args...)
		return err
	})
	return found, total, store.Explain(err, "list the entries of", userID)
}

func scan(row store.Scanner) (e entry.Entry, err error) {
	var changed int64
	err = row.Scan(&e.Number, &e.MemoryID, &changed)
	e.ChangedAt = store.FromMillis(changed)
	return e, err
}

// EntriesOf implements entry.Store.
func (s *Store) EntriesOf(ctx context.Context, userID string, ids []string) (map[string]entry.Entry, error) {
	all := make(map[string]entry.Entry, len(ids))
	for some := range slices.Chunk(ids, rowsAtOnce) {
		args := []any{userID, ofMemory}
		for _, id := range some {
			args = append(args, id)
		}
		found, err := store.Collect(ctx, s.db.Reader(), scan, `SELECT number, item_id, changed_at FROM numbers
			WHERE user_id = $1 AND kind = $2 AND item_id IN (`+store.Placeholders(3, len(some))+`)`, args...)
		if err != nil {
			return nil, store.Explain(err, "read the entries of", userID)
		}
		for _, e := range found {
			all[e.MemoryID] = e
		}
	}
	return all, nil
}

// MemoryOf implements entry.Store.
func (s *Store) MemoryOf(ctx context.Context, userID string, number int) (string, error) {
	return s.of(ctx, userID, ofMemory, number, "There is no such entry")
}

// TagOf implements entry.Store.
func (s *Store) TagOf(ctx context.Context, userID string, number int) (string, error) {
	return s.of(ctx, userID, ofTag, number, "There is no such tag")
}

func (s *Store) of(ctx context.Context, userID, kind string, number int, missing string) (id string, err error) {
	err = s.db.Reader().Row(ctx, `SELECT item_id FROM numbers WHERE user_id = $1 AND kind = $2 AND number = $3`, userID, kind, number).Scan(&id)
	return id, store.Explain(store.OrNotFound(err, missing), "find a number of", userID)
}

// TagNumbers implements entry.Store.
func (s *Store) TagNumbers(ctx context.Context, userID string, keys []string) (map[string]int, error) {
	known, err := s.tagNumbers(ctx, userID)
	missing := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return known[key] != 0 })
	if err != nil || len(missing) == 0 {
		return known, store.Explain(err, "read the numbers of tags of", userID)
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		first, err := counters.AdvanceOf(ctx, t, userID, lastTag, len(missing))
		for i, key := range missing {
			if err == nil {
				_, err = t.Exec(ctx, `INSERT INTO numbers (user_id, kind, item_id, number, change, changed_at) VALUES ($1, $2, $3, $4, 0, 0)
					ON CONFLICT (user_id, kind, item_id) DO NOTHING`, userID, ofTag, key, first+int64(i))
			}
		}
		return err
	})
	if err == nil {
		known, err = s.tagNumbers(ctx, userID)
	}
	return known, store.Explain(err, "number the tags of", userID)
}

func (s *Store) tagNumbers(ctx context.Context, userID string) (map[string]int, error) {
	known := map[string]int{}
	err := s.db.Reader().Each(ctx, func(row store.Scanner) error {
		var key string
		var number int
		err := row.Scan(&key, &number)
		known[key] = number
		return err
	}, `SELECT item_id, number FROM numbers WHERE user_id = $1 AND kind = $2`, userID, ofTag)
	return known, err
}

// ForgetNumbers implements entry.Store, for all users. What lies in the trash keeps its number.
func (s *Store) ForgetNumbers(ctx context.Context) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM numbers WHERE kind = $1
			AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.user_id = numbers.user_id AND m.id = numbers.item_id)
			AND NOT EXISTS (SELECT 1 FROM trash r WHERE r.user_id = numbers.user_id AND r.memory_id = numbers.item_id)`, ofMemory)
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `DELETE FROM numbers WHERE kind = $1
			AND NOT EXISTS (SELECT 1 FROM memory_tags t WHERE t.user_id = numbers.user_id AND t.tag = numbers.item_id)`, ofTag)
		return err
	})
	return store.Explain(err, "forget numbers of what is", "gone")
}
