package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// serve returns a Client of a server that does not wait between tries.
func serve(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	c := New(server.URL+"/", "a token")
	c.Wait = func(context.Context, time.Duration) error { return nil }
	return c
}

func TestSavesAreSentAgain(t *testing.T) {
	for title, test := range map[string]struct {
		statuses []int
		tries    int
		err      string
	}{
		"once":                       {[]int{200}, 1, ""},
		"after trouble":              {[]int{503, 500, 200}, 3, ""},
		"three times at most":        {[]int{503, 503, 503, 200}, 3, "no 503"},
		"not what is wrong":          {[]int{400, 200}, 1, "no 400"},
		"not what is over a limit":   {[]int{429, 200}, 1, "no 429"},
		"not where there is no room": {[]int{507, 200}, 1, "no 507"},
	} {
		t.Run(title, func(t *testing.T) {
			var keys []string
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				keys = append(keys, r.Header.Get("Idempotency-Key"))
				status := test.statuses[len(keys)-1]
				w.WriteHeader(status)
				fmt.Fprintf(w, `{"message":"no %d","content":{"_id":"an id"}}`, status)
			})
			saved, _, err := c.Save(t.Context(), Draft{Type: "note"})
			if fmt.Sprint(err) != test.err && (err != nil || test.err != "") || err == nil && saved.Content.ID != "an id" {
				t.Errorf("%+v, %v", saved, err)
			}
			if len(keys) != test.tries || keys[0] == "" || strings.Count(strings.Join(keys, " "), keys[0]) != len(keys) {
				t.Errorf("keys %q", keys)
			}
		})
	}
}

func TestWhatIsNoEngram(t *testing.T) {
	for title, handle := range map[string]http.HandlerFunc{
		"a page":   func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"an error": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>", http.StatusNotFound) },
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		},
	} {
		_, _, err := serve(t, handle).Find(t.Context(), "", "", 1)
		if err == nil || !strings.Contains(err.Error(), "Engram") {
			t.Errorf("%s: %v", title, err)
		}
	}
	var away *Unreachable
	c := New("http://127.0.0.1:1", "a token")
	if _, _, err := c.Find(t.Context(), "", "", 1); !errors.As(err, &away) {
		t.Error(err)
	}
}
