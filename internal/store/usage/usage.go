// Package usage stores the log of calls of AI providers, and reads what is counted of users.
package usage

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"engram/internal/blob"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/usage"
)

var _ usage.Store = (*Store)(nil)

// Store stores the log. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// Days implements usage.Store. The counters of allowances are those of usage.
func (s *Store) Days(ctx context.Context, userID, from string) (days []usage.Day, err error) {
	err = s.db.Reader().Each(ctx, func(row store.Scanner) error {
		var day string
		var name quota.Counter
		var n int
		err := row.Scan(&day, &name, &n)
		if len(days) == 0 || days[len(days)-1].Day != day {
			days = append(days, usage.Day{Day: day})
		}
		if last := &days[len(days)-1]; name == quota.Saves {
			last.Saves = n
		} else {
			last.Searches = n
		}
		return err
	}, `SELECT period, name, n FROM counters WHERE user_id = $1 AND name IN ($2, $3) AND period >= $4 AND n > 0 ORDER BY period, name`,
		userID, string(quota.Searches), string(quota.Saves), from)
	return days, store.Explain(err, "read the days of", userID)
}

// Contents implements usage.Store.
func (s *Store) Contents(ctx context.Context, userID string) ([]usage.Kind, error) {
	kinds, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (k usage.Kind, err error) {
		err = row.Scan(&k.Kind, &k.Memories, &k.Text)
		return k, err
	}, `SELECT kind, COUNT(*), CAST(SUM(octet_length(description) + COALESCE(bytes, 0)) AS BIGINT) FROM memories LEFT JOIN (
			SELECT memory_id, SUM(n) AS bytes FROM (
				SELECT memory_id, octet_length(body) AS n FROM passages WHERE user_id = $1
				UNION ALL SELECT memory_id, octet_length(blocks) FROM documents WHERE user_id = $1
				UNION ALL SELECT memory_id, octet_length(words) FROM page_words WHERE user_id = $1
				UNION ALL SELECT memory_id, octet_length(description) FROM note_versions WHERE user_id = $1
				UNION ALL SELECT memory_id, octet_length(data) FROM tweets WHERE user_id = $1) AS parts GROUP BY memory_id) AS texts ON memory_id = id
		WHERE user_id = $1 GROUP BY kind
		UNION ALL SELECT '`+usage.Unowned+`', COUNT(DISTINCT memory_id), CAST(SUM(octet_length(rows)) AS BIGINT) FROM trash_rows WHERE user_id = $1 HAVING COUNT(*) > 0
		ORDER BY 1`, userID)
	return kinds, store.Explain(err, "measure the texts of", userID)
}

// Owners implements usage.Store.
func (s *Store) Owners(ctx context.Context, userID string) (map[string]string, error) {
	owners := map[string]string{}
	err := s.db.Reader().Each(ctx, func(row store.Scanner) error {
		var upload, picture, kind string
		err := row.Scan(&upload, &picture, &kind)
		if upload != "" {
			picture = blob.DocumentKey(userID, upload)
		}
		owners[picture] = kind
		return err
	}, `SELECT u.id, '', m.kind FROM uploads u JOIN memories m ON m.user_id = u.user_id AND m.id = u.memory_id WHERE u.user_id = $1
		UNION ALL SELECT '', image_key, kind FROM memories WHERE user_id = $1 AND image_key <> ''
		UNION ALL SELECT '', f.blob_key, m.kind FROM figures f JOIN memories m ON m.user_id = f.user_id AND m.id = f.memory_id WHERE f.user_id = $1`, userID)
	return owners, store.Explain(err, "list the files of", userID)
}

// AddCall implements usage.Store.
func (s *Store) AddCall(ctx context.Context, c usage.Call) error {
	ids := make([]string, len(c.Memories))
	for i, m := range c.Memories {
		ids[i] = m.ID
	}
	encoded, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO ai_calls (user_id, id, at, model, purpose, prompt_tokens, completion_tokens, memories)
			SELECT user_id, $2, CAST($3 AS BIGINT), $4, $5, CAST($6 AS BIGINT), CAST($7 AS BIGINT), $8 FROM users WHERE user_id = $1`,
			c.UserID, c.ID, c.At.UnixMilli(), c.Model, string(c.Purpose), c.Prompt, c.Completion, string(encoded))
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `DELETE FROM ai_calls WHERE user_id = $1 AND purpose = $2 AND id <
			(SELECT id FROM ai_calls WHERE user_id = $1 AND purpose = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)`,
			c.UserID, string(c.Purpose), usage.MostOfPurpose-1)
		return err
	})
	return store.Explain(err, "log a call for", c.UserID)
}

// Calls implements usage.Store, in one snapshot.
func (s *Store) Calls(ctx context.Context, userID, before string, since time.Time, limit int) (calls []usage.Call, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		calls, err = store.Collect(ctx, t.Querier, scanCall, `SELECT id, user_id, at, model, purpose, prompt_tokens, completion_tokens, memories FROM ai_calls
			WHERE user_id = $1 AND ($2 = '' OR id < $2) AND at >= $3 ORDER BY id DESC LIMIT $4`, userID, before, since.UnixMilli(), limit)
		if err != nil {
			return err
		}
		return name(ctx, t, userID, calls)
	})
	return calls, store.Explain(err, "list the calls for", userID)
}

func scanCall(row store.Scanner) (c usage.Call, err error) {
	var at int64
	var encoded string
	if err := row.Scan(&c.ID, &c.UserID, &at, &c.Model, &c.Purpose, &c.Prompt, &c.Completion, &encoded); err != nil {
		return c, err
	}
	c.At = store.FromMillis(at)
	var ids []string
	err = json.Unmarshal([]byte(encoded), &ids)
	for _, id := range ids {
		c.Memories = append(c.Memories, usage.Memory{ID: id})
	}
	c.Count = len(ids)
	return c, err
}

// titlesAtOnce bounds a statement.
const titlesAtOnce = 500

// name sets the titles of memories, and drops those that are not there any more.
func name(ctx context.Context, t store.Tx, userID string, calls []usage.Call) error {
	var ids []string
	for _, c := range calls {
		for _, m := range c.Memories {
			ids = append(ids, m.ID)
		}
	}
	slices.Sort(ids)
	titles := map[string]string{}
	for some := range slices.Chunk(slices.Compact(ids), titlesAtOnce) {
		args := []any{userID}
		for _, id := range some {
			args = append(args, id)
		}
		err := t.Each(ctx, func(row store.Scanner) error {
			var id, title string
			err := row.Scan(&id, &title)
			titles[id] = title
			return err
		}, `SELECT id, title FROM memories WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(some))+`)`, args...)
		if err != nil {
			return err
		}
	}
	for i := range calls {
		var there []usage.Memory
		for _, m := range calls[i].Memories {
			if title, ok := titles[m.ID]; ok {
				there = append(there, usage.Memory{ID: m.ID, Title: title})
			}
		}
		calls[i].Memories = there
	}
	return nil
}

// ForgetCalls implements usage.Store, for all users.
func (s *Store) ForgetCalls(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM ai_calls WHERE at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget calls from before", then.String())
}
