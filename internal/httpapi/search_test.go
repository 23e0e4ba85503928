package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/answer/extractive"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/storetest"
)

// broken is a searcher that fails until it is mended.
type broken struct{ fails func() }

func (b *broken) Search(context.Context, string, recall.Query) ([]recall.Match, error) {
	if b.fails != nil {
		b.fails()
		return nil, errors.New("disk on fire at /srv/engram")
	}
	return nil, nil
}

func TestFailedSearch(t *testing.T) {
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	rows, searcher := store.New(db, nil), &broken{}
	api, _ := httpapi.New(httpapi.Parts{
		Accounts: account.New(rows, 0, time.Now),
		Memories: memory.New(rows, nil, nil, time.Now),
		Quota:    quota.New(rows, time.Now),
		Plans:    plan.Table{Free: plan.Limits{SearchesPerDay: 1}},
		Search:   searcher,
		Answers:  extractive.New(),
		Log:      slog.New(slog.DiscardHandler),
		Now:      time.Now,
	}, http.NotFoundHandler())
	call := func(path, token, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("authorization", token)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		return w
	}
	var signedUp struct{ Token string }
	w := call("/api/v1/signup", "", `{"username":"Ada","password":"Correct1!horse"}`)
	if err := json.Unmarshal(w.Body.Bytes(), &signedUp); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	search := func() *httptest.ResponseRecorder {
		return call("/api/v1/vector-search", signedUp.Token, `{"query":"anything","type":"all-memories"}`)
	}
	t.Run("LIMIT-06 a search that fails costs nothing of the day's allowance", func(t *testing.T) {
		for name, fails := range map[string]func(){"an error": func() {}, "a panic": func() { panic("at /srv/engram") }} {
			searcher.fails = fails
			if got := search(); got.Code != http.StatusInternalServerError || strings.Contains(got.Body.String(), "/srv") || !strings.Contains(got.Body.String(), "message") {
				t.Errorf("%s: %d %s", name, got.Code, got.Body)
			}
		}
		searcher.fails = nil
		if got := search(); got.Code != http.StatusOK {
			t.Errorf("the first that works: %d %s", got.Code, got.Body)
		}
		if got := search(); got.Code != http.StatusTooManyRequests {
			t.Errorf("the second: %d %s", got.Code, got.Body)
		}
	})
}
