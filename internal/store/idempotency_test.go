package store_test

import (
	"fmt"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/idempotency"
	rows "engram/internal/store/idempotency"
)

func testKeptAnswers(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	s := rows.New(f.db)
	kept := idempotency.Answer{Request: []byte("a request"), Status: 201, Media: "application/json", Body: []byte(`{"a":1}`)}

	t.Run("an answer is kept for its user and key, and a later one takes its place", func(t *testing.T) {
		noError(t, s.KeepAnswer(ctx, u.ID, "a key", kept, start, 9))
		got, err := s.KeptAnswer(ctx, u.ID, "a key", start)
		noError(t, err)
		equal(t, got, kept)
		for _, absent := range []func() error{
			func() error { _, err := s.KeptAnswer(ctx, other.ID, "a key", start); return err },
			func() error { _, err := s.KeptAnswer(ctx, u.ID, "another", start); return err },
			func() error { _, err := s.KeptAnswer(ctx, u.ID, "a key", start.Add(time.Millisecond)); return err },
		} {
			isFault(t, absent(), fault.NotFound, "")
		}
		later := kept
		later.Body = []byte(`{}`)
		noError(t, s.KeepAnswer(ctx, u.ID, "a key", later, start.Add(time.Hour), 9))
		got, err = s.KeptAnswer(ctx, u.ID, "a key", start)
		noError(t, err)
		equal(t, got, later)
	})
	t.Run("the oldest leave beyond the limit, and what is old is forgotten", func(t *testing.T) {
		u := f.newUser(t)
		for i := range 4 {
			noError(t, s.KeepAnswer(ctx, u.ID, fmt.Sprint(i), kept, start.Add(time.Duration(i)*time.Minute), 3))
		}
		left := func() (keys string) {
			for i := range 4 {
				if _, err := s.KeptAnswer(ctx, u.ID, fmt.Sprint(i), start); err == nil {
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
