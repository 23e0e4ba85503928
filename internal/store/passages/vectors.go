package passages

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"engram/internal/embed"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// Unembedded implements embed.Store, for all users. It finds other models' passages with one index
// seek per model, however many passages have vectors.
func (s *Store) Unembedded(ctx context.Context, model, after string, leaves bool, limit int) ([]embed.Text, error) {
	texts, err := unembedded(ctx, s.db.Reader(), model, after, leaves, limit)
	return texts, store.Explain(err, "read passages without a vector of", model)
}

func unembedded(ctx context.Context, q store.Querier, model, after string, leaves bool, limit int) ([]embed.Text, error) {
	others, err := otherModels(ctx, q, model)
	if err != nil || len(others) == 0 {
		return nil, err
	}
	round, err := stretches(ctx, q, after, leaves)
	if err != nil {
		return nil, err
	}
	var found []unread
	for _, other := range others {
		for _, users := range round {
			if len(found) == limit {
				break
			}
			args := append([]any{other, limit - len(found)}, users.args...)
			more, err := store.Collect(ctx, q, scanUnread, textsWhere+users.where+textsOrder, args...)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	var texts []embed.Text
	for _, u := range found {
		if u.text.Short() {
			if err := around(ctx, q, &u); err != nil {
				return nil, err
			}
		}
		texts = append(texts, u.text)
	}
	return texts, nil
}

// A model's passages are read in order of the index passages_by_model.
const (
	textsWhere = `SELECT p.user_id, p.seq, m.title, p.body, p.memory_id, p.ord
		FROM passages p JOIN memories m ON m.user_id = p.user_id AND m.id = p.memory_id
		WHERE p.model = $1 AND `
	textsOrder = ` ORDER BY p.user_id, p.seq DESC LIMIT $2`
)

// The users of a range.
const (
	between = `p.user_id > $3 AND p.user_id < $4`
	behind  = `p.user_id > $3`
	upTo    = `p.user_id > $3 AND p.user_id <= $4`
)

// stretch is a range of user ids.
type stretch struct {
	where string
	args  []any
}

// stretches are ranges once around all users, starting after one. If passages would leave this
// machine, users who object are left out of the ranges.
func stretches(ctx context.Context, q store.Querier, after string, leaves bool) ([]stretch, error) {
	var later, sooner []string // users who object
	if leaves {
		err := q.Each(ctx, func(row store.Scanner) error {
			userID, isLater := "", 0
			if err := row.Scan(&userID, &isLater); err != nil {
				return err
			}
			if isLater == 1 {
				later = append(later, userID)
			} else {
				sooner = append(sooner, userID)
			}
			return nil
		}, `SELECT user_id, CASE WHEN user_id > $1 THEN 1 ELSE 0 END FROM users WHERE use_ai = 0 ORDER BY user_id`, after)
		if err != nil {
			return nil, err
		}
	}
	round, last := before(later, after)
	round = append(round, stretch{behind, []any{last}})
	rest, last := before(sooner, "")
	return append(append(round, rest...), stretch{upTo, []any{last, after}}), nil
}

// before returns the ranges that each end before one of these users, and where the next begins.
func before(users []string, from string) (all []stretch, last string) {
	for _, userID := range users {
		all = append(all, stretch{between, []any{from, userID}})
		from = userID
	}
	return all, from
}

// unread is a passage with its position.
type unread struct {
	text embed.Text
	ord  int
}

func scanUnread(row store.Scanner) (u unread, err error) {
	err = row.Scan(&u.text.UserID, &u.text.Seq, &u.text.Title, &u.text.Body, &u.text.MemoryID, &u.ord)
	return u, err
}

// around reads the passages before and after one.
func around(ctx context.Context, q store.Querier, u *unread) error {
	return q.Each(ctx, func(row store.Scanner) error {
		ord, body := 0, ""
		if err := row.Scan(&ord, &body); err != nil {
			return err
		}
		if ord < u.ord {
			u.text.Before = append(u.text.Before, body)
		} else {
			u.text.After = append(u.text.After, body)
		}
		return nil
	}, `SELECT ord, body FROM passages
		WHERE user_id = $1 AND memory_id = $2 AND ord BETWEEN $4 AND $5 AND ord <> $3
		ORDER BY ABS(ord - $3), ord`, u.text.UserID, u.text.MemoryID, u.ord, u.ord-embed.Neighbours, u.ord+embed.Neighbours)
}

// otherModels lists the other models of passages, the empty one first: no model read those.
func otherModels(ctx context.Context, q store.Querier, model string) (others []string, err error) {
	for last := ""; err == nil; {
		if last != model {
			others = append(others, last)
		}
		err = q.Row(ctx, `SELECT model FROM passages WHERE model > $1 ORDER BY model LIMIT 1`, last).Scan(&last)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return others, nil
	}
	return nil, err
}

// SaveVectors implements embed.Store, with a transaction per user.
func (s *Store) SaveVectors(ctx context.Context, model string, vectors []embed.Vector) error {
	byUser := map[string][]embed.Vector{}
	for _, v := range vectors {
		byUser[v.UserID] = append(byUser[v.UserID], v)
	}
	for userID, own := range byUser {
		err := s.db.Write(ctx, func(t store.Tx) error { return saveVectors(ctx, t, userID, model, own) })
		if err != nil {
			return store.Explain(err, "save vectors of", userID)
		}
	}
	return nil
}

func saveVectors(ctx context.Context, t store.Tx, userID, model string, vectors []embed.Vector) error {
	standing, err := lockPassages(ctx, t, userID, vectors)
	if err != nil || len(standing) == 0 {
		return err
	}
	seq, err := counters.Advance(ctx, t, userID, len(standing))
	if err != nil {
		return err
	}
	for _, v := range vectors {
		if !slices.Contains(standing, v.Seq) {
			continue
		}
		moved, err := t.Exec(ctx, `UPDATE passages SET seq = $3, model = $4, vector = $5 WHERE user_id = $1 AND seq = $2`,
			userID, v.Seq, seq, model, toBytes(v.Numbers))
		if err != nil {
			return err
		}
		seq += moved // a passage named twice has moved once
	}
	return nil
}

// lockPassages returns which of the vectors' passages are unchanged. They stay so until commit:
// changing a passage locks its memory first.
func lockPassages(ctx context.Context, t store.Tx, userID string, vectors []embed.Vector) ([]int64, error) {
	args := []any{userID}
	for _, v := range vectors {
		args = append(args, v.Seq)
	}
	at := `user_id = $1 AND seq IN (` + store.Placeholders(2, len(vectors)) + `)`
	err := t.Each(ctx, func(store.Scanner) error { return nil }, `SELECT id FROM memories
		WHERE user_id = $1 AND id IN (SELECT memory_id FROM passages WHERE `+at+`) ORDER BY id`+t.ForUpdate(), args...)
	if err != nil {
		return nil, err
	}
	return store.Collect(ctx, t.Querier, scanSeq, `SELECT seq FROM passages WHERE `+at, args...)
}

func scanSeq(row store.Scanner) (seq int64, err error) {
	err = row.Scan(&seq)
	return seq, err
}

// Length implements embed.Store.
func (s *Store) Length(ctx context.Context, model string) (n int, err error) {
	err = s.db.Reader().Row(ctx, `SELECT LENGTH(vector) FROM passages WHERE model = $1 AND vector IS NOT NULL LIMIT 1`, model).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, store.Explain(err, "read the length of vectors of", model)
}

// Lease implements embed.Store.
func (s *Store) Lease(ctx context.Context, name, holder string, now, ends time.Time) (held bool, err error) {
	return s.db.Lease(ctx, name, holder, now, ends)
}

// EndLease implements embed.Store.
func (s *Store) EndLease(ctx context.Context, name, holder string) error {
	return s.db.EndLease(ctx, name, holder)
}

// toBytes returns the numbers as stored, a byte each; nil for none.
func toBytes(numbers []int8) []byte {
	if len(numbers) == 0 {
		return nil
	}
	stored := make([]byte, len(numbers))
	for i, n := range numbers {
		stored[i] = byte(n)
	}
	return stored
}
