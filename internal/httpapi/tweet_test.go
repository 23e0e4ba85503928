package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"engram/internal/ask"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/httpapi"
	"engram/internal/tweet"
)

// absent is a capture.Fetcher for a service without tweets, or unreachable if broken is set.
type absent struct{ broken bool }

func (a absent) Fetch(context.Context, capture.Request) (capture.Page, error) {
	if a.broken {
		return capture.Page{}, fault.New(fault.Unavailable, "X is down")
	}
	return capture.Page{Body: []byte("{}")}, nil
}

// keeper is a tweet.Store in which every user saved two tweets, one of them stored.
type keeper struct{}

const keptTweet = `{"__typename":"Tweet","id_str":"20","text":"<just> setting up 🧠"}`

func (keeper) KeptTweet(_ context.Context, _, tweetID string) ([]byte, error) {
	switch tweetID {
	case "20":
		return []byte(keptTweet), nil
	case "13":
		return nil, errors.New("disk on fire at /srv/engram")
	}
	return nil, fault.New(fault.NotFound, "Tweet not found")
}

func (keeper) HasTweet(_ context.Context, _, tweetID string) (bool, error) {
	return tweetID == "20" || tweetID == "21", nil
}

func TestTweet(t *testing.T) {
	for _, c := range []struct {
		title, id string
		fetcher   absent
		code      int
		want      string
	}{
		{"API-49 a stored tweet is returned unchanged", "20", absent{}, 200, `{"data":` + keptTweet + `}`},
		{"API-49 no tweet is null", "21", absent{}, 404, `{"data":null}`},
		{"API-49 a tweet that was not saved is null", "22", absent{}, 404, `{"data":null}`},
		{"API-49 an invalid id is null", "ada", absent{}, 404, `{"data":null}`},
		{"ERR-11 null as well while the service is down", "21", absent{broken: true}, 404, `{"data":null}`},
		{"an internal failure reveals nothing", "13", absent{}, 500, `{"message":"Something went wrong on our side. Please try again."}`},
	} {
		t.Run(c.title, func(t *testing.T) {
			a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) { p.Tweets = tweet.New(c.fetcher, "https://x.example", keeper{}) })
			got := a.call(http.MethodGet, "/api/tweet/"+c.id, "")
			if got.Code != c.code || !sameJSON(t, got.Body.String(), c.want) {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, c.code, c.want)
			}
			if h := got.Header(); !strings.HasPrefix(h.Get("Content-Type"), "application/json") || !strings.Contains(h.Get("Cache-Control"), "private") ||
				h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers %v", h)
			}
		})
	}

	t.Run("API-04 a tweet needs a token", func(t *testing.T) {
		a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) { p.Tweets = tweet.New(absent{}, "https://x.example", keeper{}) })
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/tweet/20", nil))
		if w.Code != 401 || !strings.Contains(w.Body.String(), `"message"`) || strings.Contains(w.Body.String(), "setting up") {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	})
}

func sameJSON(t *testing.T, got, want string) bool {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		return false
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	back, _ := json.Marshal(g)
	wanted, _ := json.Marshal(w)
	return string(back) == string(wanted)
}
