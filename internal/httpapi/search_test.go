package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/account"
	"engram/internal/answer/extractive"
	"engram/internal/ask"
	"engram/internal/conversation"
	"engram/internal/filter"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

// engine is a scripted search engine that can fail.
type engine struct {
	fails func()
	finds []string // memory ids
	asked []recall.Query
	near  []recall.Related
}

func (e *engine) Phrases(context.Context, string, string, int) ([]string, error) {
	return []string{"Bowline", "sheet bend"}, nil
}

func (e *engine) Related(_ context.Context, _, _ string, limit int, floor float64) ([]recall.Related, error) {
	var found []recall.Related
	for _, r := range e.near {
		if r.Score >= floor && len(found) < limit {
			found = append(found, r)
		}
	}
	return found, nil
}

func (e *engine) Find(_ context.Context, _ string, q recall.Query) ([]recall.Match, error) {
	e.asked = append(e.asked, q)
	if e.fails != nil {
		e.fails()
		return nil, errors.New("disk on fire at /srv/engram")
	}
	var matches []recall.Match
	for _, id := range e.finds {
		matches = append(matches, recall.Match{MemoryID: id, Passages: []recall.Hit{{Passage: recall.Passage{Text: "text of " + id}, Coverage: 1}}})
	}
	return matches, nil
}

func (e *engine) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	return e.Find(ctx, userID, q)
}

func (e *engine) Newest(ctx context.Context, userID string, q recall.Query) ([]recall.Match, int, error) {
	matches, err := e.Search(ctx, userID, q)
	return matches, len(matches), err
}

// api is the API on its own database, with one search a day and one user's token.
type api struct {
	http.Handler
	rows   storetest.Stores
	engine *engine
	userID string
	token  string
}

func newAPI(t *testing.T, changes ...func(*httpapi.Parts, *ask.Parts)) *api {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLiteMigrated(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	a := &api{rows: storetest.New(db, nil, memories.Hooks{}), engine: &engine{}}
	parts := httpapi.Parts{
		Accounts: account.New(a.rows, []byte("a secret of this test"), 0, time.Now),
		Memories: memory.New(a.rows, nil, nil, nil, time.Now),
		Quota:    quota.New(a.rows, time.Now),
		Finder:   a.engine,
		Filters:  filter.New(a.rows),

		Log: slog.New(slog.DiscardHandler),
		Now: time.Now,

		Conversations: conversation.New(a.rows, time.Now),
	}
	asking := ask.Parts{
		Memories: parts.Memories, Conversations: parts.Conversations, Quota: parts.Quota,
		Plans:    plan.Table{Free: plan.Limits{SearchesPerDay: 1}},
		Searcher: ask.NewSearcher(a.engine, nil, func() time.Time { return time.Date(2026, 3, 18, 0, 0, 0, 0, time.UTC) }),
		Answers:  extractive.New(nil, nil), Log: parts.Log, Now: time.Now,
	}
	for _, change := range changes {
		change(&parts, &asking)
	}
	parts.Asking = ask.New(asking)
	a.Handler, _ = httpapi.New(parts, http.NotFoundHandler())
	var signedUp struct{ Token string }
	w := a.call("POST", "/api/v1/signup", `{"username":"Ada","password":"Correct1!horse"}`)
	if err := json.Unmarshal(w.Body.Bytes(), &signedUp); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	a.token = signedUp.Token
	if err := db.Writer().QueryRow(`SELECT user_id FROM users`).Scan(&a.userID); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *api) call(method, path, body string) *httptest.ResponseRecorder {
	return a.callWith(method, path, body, func(*http.Request) {})
}

func (a *api) callWith(method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("authorization", a.token)
	change(r)
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func (a *api) search(query, kind string) *httptest.ResponseRecorder {
	return a.call("POST", "/api/v1/vector-search", fmt.Sprintf(`{"query":%q,"type":%q}`, query, kind))
}

func TestFailedSearch(t *testing.T) {
	a := newAPI(t)
	t.Run("LIMIT-06 a failed search is not counted", func(t *testing.T) {
		for name, fails := range map[string]func(){"an error": func() {}, "a panic": func() { panic("at /srv/engram") }} {
			a.engine.fails = fails
			if got := a.search("anything", "all-memories"); !hidesInternals(got) {
				t.Errorf("%s: %d %s", name, got.Code, got.Body)
			}
		}
		a.engine.fails = nil
		if got := a.search("anything", "all-memories"); got.Code != http.StatusOK {
			t.Errorf("the first that works: %d %s", got.Code, got.Body)
		}
		if got := a.search("anything", "all-memories"); got.Code != http.StatusTooManyRequests {
			t.Errorf("the second: %d %s", got.Code, got.Body)
		}
	})
}

// Small talk is answered without a search, so it does not count.
func TestAside(t *testing.T) {
	a := newAPI(t)
	for range 2 {
		got := a.search("Good morning!", "all-memories")
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"answer":"Hello!`) || strings.Contains(got.Body.String(), `"degree"`) || len(a.engine.asked) > 0 {
			t.Errorf("%d %s, searched for %v", got.Code, got.Body, a.engine.asked)
		}
	}
	if got := a.search("how do I add a pdf?", "all-memories"); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "Press Add Memory") || len(a.engine.asked) != 1 {
		t.Errorf("what a memory may answer: %d %s, searched for %v", got.Code, got.Body, a.engine.asked)
	}
	if got := a.search("Good morning!", "all-memories"); got.Code != http.StatusOK {
		t.Errorf("after the day's searches: %d %s", got.Code, got.Body)
	}
}

// hidesInternals reports whether a response says that something failed, but not what.
func hidesInternals(got *httptest.ResponseRecorder) bool {
	said := got.Body.String()
	return got.Code == http.StatusInternalServerError && !strings.Contains(said, "/srv") && strings.Contains(said, "message")
}

func TestFilters(t *testing.T) {
	for name, test := range map[string]struct{ query, kind, want string }{
		"the kind that the words name":          {"the video about knots", "all-memories", `{"type":"video","words":["video"]}`},
		"the time of saving that the words say": {"what did I save in February", "note", `{"since":"2026-02-01T00:00:00Z","until":"2026-03-01T00:00:00Z","saved":"in February","words":["in February"]}`},
		"an open end":                           {"what have I saved since February", "", `{"since":"2026-02-01T00:00:00Z","saved":"since February","words":["since February"]}`},
		"no filters when the words name none":   {"which knot", "all-memories", `null`},
		"no filter for a chosen kind":           {"which knot", "video", `null`},
	} {
		t.Run("the answer of a search says "+name, func(t *testing.T) {
			a := newAPI(t)
			a.engine.finds = []string{"of no memory"}
			var got struct{ Filters json.RawMessage }
			w := a.search(test.query, test.kind)
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
				t.Fatalf("%v: %d %s", err, w.Code, w.Body)
			}
			if got.Filters == nil {
				got.Filters = json.RawMessage(`null`)
			}
			if string(got.Filters) != test.want {
				t.Errorf("got %s, want %s", got.Filters, test.want)
			}
		})
	}
}

func (a *api) list(t *testing.T, query string) (ids []string, next string) {
	t.Helper()
	w := a.call("GET", "/api/v1/content?"+query, "")
	var got struct {
		Content []struct {
			ID string `json:"_id"`
		}
		NextCursor string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %v: %d %s", query, err, w.Code, w.Body)
	}
	for _, m := range got.Content {
		ids = append(ids, m.ID)
	}
	return ids, got.NextCursor
}

func TestFindWhileTyping(t *testing.T) {
	a := newAPI(t)
	for _, id := range []string{"1", "2", "3"} {
		m := memory.Memory{ID: id, UserID: a.userID, Kind: memory.Note, Title: id, Status: memory.Ready, CreatedAt: time.Now()}
		if err := a.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
			t.Fatal(err)
		}
	}
	a.engine.finds = []string{"2", "deleted", "3"}
	t.Run("q returns matching memories, best first, without deleted ones", func(t *testing.T) {
		got, next := a.list(t, "q=kno")
		if diff := cmp.Diff([]string{"2", "3"}, got); diff != "" || next != "" {
			t.Errorf("next %q (-want +got):\n%s", next, diff)
		}
	})
	t.Run("each match comes with its best passage, a deleted one with none", func(t *testing.T) {
		var got struct{ Excerpts map[string]string }
		if err := json.Unmarshal(a.call("GET", "/api/v1/content?q=kno", "").Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]string{"2": "text of 2", "3": "text of 3"}, got.Excerpts); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("type and limit apply to matches, with a default of 50", func(t *testing.T) {
		a.engine.asked = nil
		for _, query := range []string{"q=+kno+", "q=kno&type=video&limit=500", "q=kno&type=all-memories&limit=1"} {
			a.list(t, query)
		}
		want := []recall.Query{{Text: "kno", Limit: 50}, {Text: "kno", Kind: "video", Limit: 500}, {Text: "kno", Limit: 1}}
		if diff := cmp.Diff(want, a.engine.asked); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	})
	t.Run("a blank q lists everything, newest first, in pages", func(t *testing.T) {
		a.engine.asked = nil
		for _, query := range []string{"q=", "q=+%09", "q=&limit=2"} {
			got, next := a.list(t, query)
			if len(got) != 3 && next == "" || got[0] != "3" {
				t.Errorf("%s: got %v", query, got)
			}
		}
		if a.engine.asked != nil {
			t.Errorf("asked %+v", a.engine.asked)
		}
	})
	t.Run("invalid parameters are answered 400 with what to change", func(t *testing.T) {
		for query, want := range map[string]string{
			"q=kno&cursor=x":                                 "A search has one page: leave out either q or cursor",
			"q=" + strings.Repeat("x", 1001):                 "The search is longer than 1000 bytes",
			"q=" + url.QueryEscape(strings.Repeat("é", 501)): "The search is longer than 1000 bytes",
			"q=kno&type=song":                                "Unknown type of memory",
			"q=kno&limit=501":                                "limit",
			"q=kno&limit=0":                                  "limit",
		} {
			if got := a.call("GET", "/api/v1/content?"+query, ""); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), want) {
				t.Errorf("%.40s: %d %s", query, got.Code, got.Body)
			}
		}
		if got := a.call("GET", "/api/v1/content?q="+strings.Repeat("x", 1000), ""); got.Code != http.StatusOK {
			t.Errorf("1000 bytes: %d %s", got.Code, got.Body)
		}
	})
	t.Run("finding memories is not counted as a search", func(t *testing.T) {
		for range 3 {
			a.list(t, "q=kno")
		}
		if got := a.search("anything", "all-memories"); got.Code != http.StatusOK {
			t.Errorf("the day's only search: %d %s", got.Code, got.Body)
		}
	})
	t.Run("a failure reveals nothing internal", func(t *testing.T) {
		a.engine.fails = func() {}
		if got := a.call("GET", "/api/v1/content?q=kno", ""); !hidesInternals(got) {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	})
}

func TestTimeZones(t *testing.T) {
	a := newAPI(t, func(p *httpapi.Parts, asking *ask.Parts) {
		asking.Plans = plan.Table{}
		asking.Searcher = ask.NewSearcher(p.Finder.(*engine), nil, func() time.Time { return time.Date(2026, 3, 18, 23, 30, 0, 0, time.UTC) })
	})
	for zone, since := range map[string]string{
		"": "2026-03-17T00:00:00Z", "Europe/Berlin": "2026-03-17T23:00:00Z", "America/New_York": "2026-03-17T04:00:00Z",
		"Local": "2026-03-17T00:00:00Z", "../../etc/passwd": "2026-03-17T00:00:00Z", "Middle-earth": "2026-03-17T00:00:00Z",
		strings.Repeat("x", 5000): "2026-03-17T00:00:00Z",
	} {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/vector-search", strings.NewReader(`{"query":"what did I save yesterday","type":"all-memories"}`))
		r.Header.Set("authorization", a.token)
		r.Header.Set("Time-Zone", zone)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code != http.StatusOK || len(a.engine.asked) == 0 {
			t.Fatalf("%q: %d %s", zone, w.Code, w.Body)
		}
		if got := a.engine.asked[len(a.engine.asked)-1].Since.UTC().Format(time.RFC3339); got != since {
			t.Errorf("yesterday in %.20q begins %s, want %s", zone, got, since)
		}
	}
}
