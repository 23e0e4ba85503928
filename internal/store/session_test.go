package store_test

import (
	"fmt"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
)

func testSessions(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("one session too many ends the one not used for longest", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for i := range account.MostSessions + 3 {
			at := start.Add(time.Duration(i+1) * time.Second)
			session := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte(fmt.Sprint("token ", i)), CreatedAt: at, LastUsed: at}
			noError(t, f.CreateSession(ctx, session, "hash"))
		}
		all, err := f.Sessions(ctx, u.ID, nil, start, 2*account.MostSessions)
		noError(t, err)
		equal(t, len(all), account.MostSessions)
		equal(t, string(all[len(all)-1].TokenHash), "token 3")
		theirs, err := f.Sessions(ctx, other.ID, nil, start, 9)
		noError(t, err)
		equal(t, len(theirs), 1)
	})

	t.Run("a session leads to its user", func(t *testing.T) {
		u := f.newUser(t)
		got, _, err := f.UserBySession(ctx, u.ID, []byte("first"), start, start)
		noError(t, err)
		equal(t, got, u)
	})

	t.Run("a user has a session by its id until it ends or expires, and no other user has it", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		noError(t, f.CreateSession(ctx, account.Session{ID: "an id", UserID: u.ID, TokenHash: []byte("second"), LastUsed: start}, "hash"))
		has := func(userID string, notBefore time.Time) bool {
			t.Helper()
			has, err := f.node.HasSession(ctx, userID, "an id", notBefore)
			noError(t, err)
			return has
		}
		_, id, err := f.UserBySession(ctx, u.ID, []byte("second"), start, start)
		noError(t, err)
		equal(t, id, "an id")
		equal(t, []bool{has(u.ID, start), has(other.ID, start)}, []bool{true, false})
		equal(t, has(u.ID, start.Add(time.Millisecond)), false)
		noError(t, f.EndSession(ctx, u.ID, []byte("second"), start))
		equal(t, has(u.ID, start), false)
	})

	t.Run("a user's latest addresses are known, for that user only, until they are old or the password changes", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		signIn := func(i int) {
			s := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte(newID()), Address: fmt.Sprint("address ", i), LastUsed: start.Add(time.Duration(i) * time.Hour)}
			noError(t, f.CreateSession(ctx, s, "hash"))
		}
		knows := func(userID string, i int, since time.Time) bool {
			t.Helper()
			known, err := f.node.KnowsAddress(ctx, userID, fmt.Sprint("address ", i), since)
			noError(t, err)
			return known
		}
		for i := range account.MostAddresses + 1 {
			signIn(i)
		}
		equal(t, []bool{knows(u.ID, 0, start), knows(u.ID, 1, start), knows(other.ID, 1, start)}, []bool{false, true, false})
		equal(t, knows(u.ID, 1, start.Add(time.Hour+time.Millisecond)), false)
		noError(t, f.ForgetAddresses(ctx, start.Add(2*time.Hour)))
		equal(t, []bool{knows(u.ID, 1, start), knows(u.ID, 2, start)}, []bool{false, true})
		noError(t, f.ChangePassword(ctx, u.ID, "hash", "new hash", []byte("first"), start))
		equal(t, knows(u.ID, 2, start), false)
	})

	t.Run("a session ends without others, and ending it twice is no error", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte("second"), LastUsed: start}, "hash"))
		noError(t, f.EndSession(ctx, u.ID, []byte("first"), start))
		noError(t, f.EndSession(ctx, u.ID, []byte("first"), start))
		equal(t, f.alive(t, u.ID, "first", "second"), []string{"second"})
	})

	t.Run("an unused session expires", func(t *testing.T) {
		u := f.newUser(t)
		_, _, err := f.UserBySession(ctx, u.ID, []byte("first"), start.Add(time.Millisecond), start.Add(time.Hour))
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("the last use is updated after an hour, not before", func(t *testing.T) {
		u := f.newUser(t)
		for _, use := range []struct {
			at    time.Duration
			moved time.Duration
		}{{time.Hour, 0}, {time.Hour + time.Millisecond, time.Hour + time.Millisecond}, {time.Hour, time.Hour + time.Millisecond}} {
			_, _, err := f.UserBySession(ctx, u.ID, []byte("first"), start, start.Add(use.at))
			noError(t, err)
			equal(t, f.lastUsed(t, u.ID), []time.Time{start.Add(use.moved)})
		}
	})

	t.Run("a new session removes the user's expired ones", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		later := start.Add(365 * 24 * time.Hour)
		noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte("second"), LastUsed: later}, "hash"))
		equal(t, f.lastUsed(t, u.ID), []time.Time{later})
		equal(t, f.lastUsed(t, other.ID), []time.Time{start})
	})

	t.Run("a user's sessions are listed, the caller's first and then the latest used", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		want, err := f.Sessions(ctx, u.ID, []byte("first"), start, 9)
		noError(t, err)
		equal(t, want, []account.Session{{ID: want[0].ID, UserID: u.ID, TokenHash: []byte("first"), LastUsed: start}})
		for i, device := range []string{"curl", "", "Firefox on Windows"} {
			s := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte(newID()), Device: device, CreatedAt: start, LastUsed: start.Add(time.Duration(3-i) * time.Hour)}
			noError(t, f.CreateSession(ctx, s, "hash"))
			want = append(want, s)
		}
		noError(t, f.CreateSession(ctx, account.Session{UserID: other.ID, TokenHash: []byte("second"), LastUsed: start}, "hash"))
		listed := func(notBefore time.Time, limit int) []account.Session {
			t.Helper()
			got, err := f.node.Sessions(ctx, u.ID, []byte("first"), notBefore, limit)
			noError(t, err)
			return got
		}
		equal(t, listed(start, 9), want)
		equal(t, listed(start, 2), want[:2])
		equal(t, listed(start.Add(2*time.Hour), 9), want[1:3])
	})

	t.Run("a session is ended by its id, and a stranger's is not", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		second := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte("second"), LastUsed: start}
		noError(t, f.CreateSession(ctx, second, "hash"))
		for _, id := range []string{newID(), "x", second.ID + "x", "%", "\x00"} {
			isFault(t, f.EndSessionOf(ctx, u.ID, id, start), fault.NotFound, "")
		}
		isFault(t, f.EndSessionOf(ctx, stranger.ID, second.ID, start), fault.NotFound, "")
		equal(t, f.alive(t, u.ID, "first", "second"), []string{"first", "second"})
		noError(t, f.EndSessionOf(ctx, u.ID, second.ID, start))
		isFault(t, f.EndSessionOf(ctx, u.ID, second.ID, start), fault.NotFound, "")
		equal(t, f.alive(t, u.ID, "first", "second"), []string{"first"})
	})

	t.Run("all other sessions of the user end, and no other user's", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for _, token := range []string{"second", "third"} {
			noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte(token), LastUsed: start}, "hash"))
		}
		noError(t, f.EndOtherSessions(ctx, u.ID, []byte("second"), start))
		equal(t, f.alive(t, u.ID, "first", "second", "third"), []string{"second"})
		equal(t, f.alive(t, other.ID, "first"), []string{"first"})
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
