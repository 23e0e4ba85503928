package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/config"
	"engram/internal/tweet/tweettest"
)

// saveTweet saves a tweet by the address that its page has, and returns the memory once it is captured.
func (e *engram) saveTweet(token, id string) map[string]any {
	e.t.Helper()
	m := e.add(token, map[string]string{"type": "link", "link": "https://x.com/ada/status/" + id + "?s=20"})
	if m["type"] != "tweet" {
		e.t.Fatalf("saved as %v", m)
	}
	return e.settled(token, m["_id"].(string))
}

// tweet asks for a tweet as its card does.
func (e *engram) tweet(token, id string) answer {
	e.t.Helper()
	return e.call("GET", "/api/tweet/"+id, token, nil)
}

// finds tells whether the caller's memories are found by these words.
func (e *engram) finds(token, words string) (ids []string) {
	e.t.Helper()
	for _, m := range e.want(200, e.search(token, words, "tweet")).memories("content") {
		ids = append(ids, m["_id"].(string))
	}
	return ids
}

func TestTweets(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		x := tweettest.New(t)
		cfg.TweetURL, cfg.FreeSearchesPerDay = x.URL, 0
		e := start(t, cfg)
		ann, bob := e.user(), e.user()
		var quote, thread map[string]any

		t.Run("API-22 a tweet is read when it is saved, with its picture", func(t *testing.T) {
			m := e.saveTweet(ann, tweettest.Photo)
			if m["status"] != "ready" || m["title"] != "The mill, seen from the north." || m["author"] != "Ada Lovelace (@ada)" ||
				m["site"] != "X" || m["language"] != "en" || m["publishedAt"] != "2026-05-04T09:30:00Z" {
				t.Errorf("got %v", m)
			}
			if got := e.call("GET", m["imageUrl"].(string), "", nil); got.status != 200 || got.header.Get("Content-Type") != "image/jpeg" {
				t.Errorf("its picture: %d", got.status)
			}
		})
		t.Run("API-49 a card gets the tweet in the form of the embed API", func(t *testing.T) {
			wantTweet(t, e.tweet(ann, tweettest.Photo), x.Answer(tweettest.Photo))
			if got := e.tweet(ann, tweettest.Unknown); got.status != 404 || strings.TrimSpace(got.raw) != `{"data":null}` {
				t.Errorf("there is none: %v", got)
			}
			e.want(401, e.tweet("", tweettest.Photo))
		})
		t.Run("TWEET-19 a tweet is found by its text, its author, what it quotes and its thread", func(t *testing.T) {
			quote = e.saveTweet(ann, tweettest.Quote)
			thread = e.saveTweet(ann, tweettest.Third)
			for words, want := range map[string]any{
				"confusion of ideas": quote["_id"], "wrong figures right answers": quote["_id"], "babbage": quote["_id"],
				"indices raised by one": thread["_id"], "variable card named by column": thread["_id"], "bernoulli numbers table": thread["_id"],
			} {
				if got := e.finds(ann, words); len(got) == 0 || got[0] != want {
					t.Errorf("%q finds %v first, want %v", words, got, want)
				}
			}
			if got := e.finds(ann, "lovelace"); !slices.Contains(got, quote["_id"].(string)) || !slices.Contains(got, thread["_id"].(string)) {
				t.Errorf("the author finds %v", got)
			}
		})
		t.Run("TWEET-23 a refresh keeps the missing parts of a thread and a quote", func(t *testing.T) {
			x.Lose(tweettest.First)
			x.Lose(tweettest.Quoted)
			for words, c := range map[string]struct {
				was    map[string]any
				reason string
			}{
				"bernoulli numbers table":     {thread, "Not fetched again. Part of this thread could not be read."},
				"wrong figures right answers": {quote, "Not fetched again. The tweet that this one quotes could not be read."},
			} {
				id := c.was["_id"].(string)
				e.want(200, e.call("POST", "/api/v1/content/"+id+"/refresh", ann, nil))
				if m := e.settled(ann, id); m["status"] != "ready" || m["title"] != c.was["title"] || !strings.HasPrefix(fmt.Sprint(m["error"]), c.reason) {
					t.Errorf("after a refresh: %v", m)
				}
				if got := e.finds(ann, words); len(got) == 0 || got[0] != id {
					t.Errorf("%q finds %v", words, got)
				}
			}
			wantTweet(t, e.tweet(ann, tweettest.Quote), x.Answer(tweettest.Quote))
		})
		t.Run("TWEET-23 a tweet deleted upstream stays readable, and a refresh keeps it", func(t *testing.T) {
			x.Lose(tweettest.Quote)
			asked := len(x.Asked())
			wantTweet(t, e.tweet(ann, tweettest.Quote), x.Answer(tweettest.Quote))
			if got := x.Asked()[asked:]; len(got) > 0 {
				t.Errorf("asked for %v", got)
			}
			e.want(200, e.call("POST", "/api/v1/content/"+quote["_id"].(string)+"/refresh", ann, nil))
			m := e.settled(ann, quote["_id"].(string))
			if m["status"] != "ready" || m["title"] != quote["title"] || !strings.HasPrefix(m["error"].(string), "Not fetched again. This tweet is gone or private.") {
				t.Errorf("after a refresh: %v", m)
			}
			wantTweet(t, e.tweet(ann, tweettest.Quote), x.Answer(tweettest.Quote))
			if got := e.finds(ann, "wrong figures right answers"); len(got) == 0 || got[0] != quote["_id"] {
				t.Errorf("found %v", got)
			}
		})
		t.Run("ROLE-06 a stored tweet is returned to its user only", func(t *testing.T) {
			if got := e.tweet(bob, tweettest.Quote); got.status != 404 || strings.TrimSpace(got.raw) != `{"data":null}` {
				t.Errorf("another's kept copy: %v", got)
			}
			asked := len(x.Asked())
			if got := e.tweet(bob, tweettest.Photo); got.status != 404 || len(x.Asked()) != asked {
				t.Errorf("who did not save it: %v, asked for %v", got, x.Asked()[asked:])
			}
			e.saveTweet(bob, tweettest.Photo)
			wantTweet(t, e.tweet(bob, tweettest.Photo), x.Answer(tweettest.Photo))
		})
		t.Run("a tweet is not kept after its memory was deleted", func(t *testing.T) {
			e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]any{"contentId": quote["_id"]}))
			if got := e.tweet(ann, tweettest.Quote); got.status != 404 {
				t.Errorf("got %v", got)
			}
		})
		for title, c := range map[string]struct{ id, reason string }{
			"private":    {tweettest.Private, "This tweet is gone or private. X says: You’re unable to view this Post"},
			"deleted":    {tweettest.Deleted, "This tweet is gone or private."},
			"unreadable": {tweettest.Malformed, "X answered with something that can't be read as a tweet."},
		} {
			t.Run("ERR-11 a tweet that is "+title+" is kept by its address, and its card says why", func(t *testing.T) {
				m := e.saveTweet(ann, c.id)
				if m["status"] != "failed" || !strings.HasPrefix(m["error"].(string), c.reason) {
					t.Errorf("got %v", m)
				}
				if got := e.tweet(ann, c.id); got.status != 404 || strings.TrimSpace(got.raw) != `{"data":null}` {
					t.Errorf("its card gets %v", got)
				}
			})
		}
	})
}

func wantTweet(t *testing.T, got answer, data []byte) {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal(bytes.TrimSpace(data), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"data": want}, got.body); got.status != 200 || diff != "" {
		t.Errorf("got %d (-want +got):\n%s", got.status, diff)
	}
}
