package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/idempotency"
	"engram/internal/store"
	rows "engram/internal/store/idempotency"
)

func testKeptAnswers(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	s := rows.New(f.db)
	kept := idempotency.Answer{Request: []byte("a request"), Status: 201, Media: "application/json", Body: []byte(`{"a":1}`)}

	t.Run("an answer is kept for its user and key, and a later one takes its place", func(t *testing.T) {
		noError(t, s.KeepAnswer(ctx, u.ID, "a key", kept, start, 9))
		open := func(userID, key string, since time.Time) idempotency.Answer {
			t.Helper()
			a, _, err := s.OpenAnswer(ctx, userID, key, newID(), since, start)
			noError(t, err)
			return a
		}
		equal(t, open(u.ID, "a key", start), kept)
		equal(t, open(other.ID, "a key", start).Status, 0)
		equal(t, open(u.ID, "another", start).Status, 0)
		later := kept
		later.Body = []byte(`{}`)
		noError(t, s.KeepAnswer(ctx, u.ID, "a key", later, start.Add(time.Hour), 9))
		equal(t, open(u.ID, "a key", start), later)
		equal(t, open(u.ID, "a key", start.Add(2*time.Hour)).Status, 0) // too old
	})
	t.Run("what a request saves has one id, however often it is tried", func(t *testing.T) {
		ids := make([]string, racers)
		race(t, racers, fault.Forbidden, func(i int) (err error) {
			_, ids[i], err = rows.New([]*store.DB{f.db, f.nodeDB}[i%2]).OpenAnswer(ctx, u.ID, "tried", newID(), start, start)
			return err
		})
		equal(t, len(slices.Compact(ids)), 1)
		noError(t, s.KeepAnswer(ctx, u.ID, "tried", kept, start, 9))
		a, id, err := s.OpenAnswer(ctx, u.ID, "tried", newID(), start, start)
		noError(t, err)
		equal(t, id, ids[0])
		equal(t, a, kept)
		_, again, err := s.OpenAnswer(ctx, u.ID, "tried", newID(), start.Add(time.Hour), start.Add(time.Hour))
		noError(t, err)
		if again == ids[0] {
			t.Error("a key that is too old names what it saved")
		}
	})
	t.Run("the oldest leave beyond the limit, and what is old is forgotten", func(t *testing.T) {
		u := f.newUser(t)
		for i := range 4 {
			noError(t, s.KeepAnswer(ctx, u.ID, fmt.Sprint(i), kept, start.Add(time.Duration(i)*time.Minute), 3))
		}
		left := func() (keys string) {
			for i := range 4 {
				if slices.ContainsFunc(f.strings(t, `SELECT user_id, answer_key FROM kept_answers`, 2), func(row []string) bool {
					return row[0] == u.ID && row[1] == fmt.Sprint(i)
				}) {
					keys += fmt.Sprint(i)
				}
			}
			return keys
		}
		equal(t, left(), "123")
		noError(t, s.ForgetAnswers(ctx, start.Add(2*time.Minute)))
		equal(t, left(), "23")
	})
}
