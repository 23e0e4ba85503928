package store_test

import (
	"testing"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store/storetest"
)

func testTweets(t *testing.T, f *fixture) {
	ctx := t.Context()
	const number = "1790017000000134623"
	// keep stores a tweet's data with a memory; empty: none.
	keep := func(t *testing.T, m memory.Memory, data string) {
		t.Helper()
		r := capture.Result{Memory: m, Passages: newPassages(1)}
		if data != "" {
			r.Tweet = &capture.Tweet{ID: number, Data: []byte(data)}
		}
		noError(t, f.SaveCapture(ctx, r))
	}
	kept := func(t *testing.T, userID, want string) {
		t.Helper()
		got, err := f.node.KeptTweet(ctx, userID, number)
		if want == "" {
			isFault(t, err, fault.NotFound, "")
			return
		}
		noError(t, err)
		equal(t, string(got), want)
	}

	t.Run("TWEET-23 a tweet is read byte for byte", func(t *testing.T) {
		u := f.newUser(t)
		data := "{\n \"text\": \"\\u0000 \\ud83d 🧠 é 漢 '; DROP TABLE tweets; -- $1\",\t\"big\": 1e400 }\n"
		kept(t, u.ID, "")
		keep(t, f.add(t, u.ID, memory.Tweet, 0), data)
		kept(t, u.ID, data)
	})

	t.Run("TWEET-23 a capture replaces the stored tweet, and one without a tweet leaves it", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Tweet, 0)
		keep(t, m, `{"n":1}`)
		keep(t, m, `{"n":2}`)
		kept(t, u.ID, `{"n":2}`)
		keep(t, m, "")
		m.Error = "This tweet is gone or private."
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, KeepPassages: true}))
		kept(t, u.ID, `{"n":2}`)
		equal(t, f.rows(t, u.ID, "tweets"), 1)
	})

	t.Run("a tweet that was saved twice is kept until both are deleted, the later one first", func(t *testing.T) {
		u := f.newUser(t)
		older, newer := f.add(t, u.ID, memory.Tweet, 0), f.add(t, u.ID, memory.Tweet, 0)
		keep(t, newer, `{"of":"newer"}`)
		keep(t, older, `{"of":"older"}`)
		kept(t, u.ID, `{"of":"newer"}`)
		noError(t, f.Delete(ctx, u.ID, newer.ID))
		kept(t, u.ID, `{"of":"older"}`)
		noError(t, f.Delete(ctx, u.ID, older.ID))
		kept(t, u.ID, "")
		equal(t, f.rows(t, u.ID, "tweets"), 0)
	})

	t.Run("ROLE-06 a stored tweet is returned to its user only", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		keep(t, f.add(t, u.ID, memory.Tweet, 0), `{"of":"owner"}`)
		kept(t, stranger.ID, "")
		keep(t, f.add(t, stranger.ID, memory.Tweet, 0), `{"of":"stranger"}`)
		kept(t, u.ID, `{"of":"owner"}`)
		kept(t, stranger.ID, `{"of":"stranger"}`)
	})

	t.Run("nothing is stored for a memory that was deleted meanwhile", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Tweet, 0)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		r := capture.Result{Memory: m, Tweet: &capture.Tweet{ID: number, Data: []byte(`{}`)}}
		isFault(t, f.SaveCapture(ctx, r), fault.NotFound, "")
		equal(t, f.rows(t, u.ID, "tweets"), 0)
	})

	t.Run("ROLE-06 a tweet belongs to users who saved it, captured or not, until they delete it", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		has := func(userID string, want bool) {
			t.Helper()
			for _, store := range []storetest.Stores{f.Stores, f.node} {
				got, err := store.HasTweet(ctx, userID, number)
				noError(t, err)
				equal(t, got, want)
			}
		}
		m := newMemory(u.ID, memory.Tweet)
		m.URL, m.Status = "https://mobile.twitter.com/ada/status/0"+number+"?s=20", memory.Pending
		has(u.ID, false)
		noError(t, f.Add(ctx, m, nil, unlimited))
		has(u.ID, true)
		has(stranger.ID, false)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		has(u.ID, false)
	})

	t.Run("any text as a number finds nothing and fails no call", func(t *testing.T) {
		u := f.newUser(t)
		for _, id := range []string{"", "\x00", "\xff", "%", "'; DROP TABLE tweets; --"} {
			_, err := f.KeptTweet(ctx, u.ID, id)
			isFault(t, err, fault.NotFound, "Tweet not found")
			saved, err := f.HasTweet(ctx, u.ID, id)
			noError(t, err)
			equal(t, saved, false)
		}
	})
}
