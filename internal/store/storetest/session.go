package storetest

import (
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
)

func testSessions(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a session leads to its user", func(t *testing.T) {
		u := f.newUser(t)
		got, err := f.UserBySession(ctx, u.ID, []byte("first"), start, start)
		noError(t, err)
		equal(t, got, u)
	})

	t.Run("a session ends alone, and ending it twice is no error", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte("second"), LastUsed: start}, "hash"))
		noError(t, f.EndSession(ctx, u.ID, []byte("first")))
		noError(t, f.EndSession(ctx, u.ID, []byte("first")))
		equal(t, f.alive(t, u.ID, "first", "second"), []string{"second"})
	})

	t.Run("a session that was not used since is not found", func(t *testing.T) {
		u := f.newUser(t)
		_, err := f.UserBySession(ctx, u.ID, []byte("first"), start.Add(time.Millisecond), start.Add(time.Hour))
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("the last use moves once an hour has passed, not before", func(t *testing.T) {
		u := f.newUser(t)
		for _, use := range []struct {
			at    time.Duration
			moved time.Duration
		}{{time.Hour, 0}, {time.Hour + time.Millisecond, time.Hour + time.Millisecond}, {time.Hour, time.Hour + time.Millisecond}} {
			_, err := f.UserBySession(ctx, u.ID, []byte("first"), start, start.Add(use.at))
			noError(t, err)
			equal(t, f.lastUsed(t, u.ID), []time.Time{start.Add(use.moved)})
		}
	})

	t.Run("a new session removes the user's long dead ones", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		later := start.Add(365 * 24 * time.Hour)
		noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte("second"), LastUsed: later}, "hash"))
		equal(t, f.lastUsed(t, u.ID), []time.Time{later})
		equal(t, f.lastUsed(t, other.ID), []time.Time{start})
	})
}

func (f *fixture) lastUsed(t *testing.T, userID string) (times []time.Time) {
	t.Helper()
	rows, err := f.db.Writer().Query(`SELECT last_used FROM sessions WHERE user_id = $1 ORDER BY last_used`, userID)
	noError(t, err)
	defer rows.Close()
	for rows.Next() {
		var ms int64
		noError(t, rows.Scan(&ms))
		times = append(times, time.UnixMilli(ms).UTC())
	}
	noError(t, rows.Err())
	return times
}
