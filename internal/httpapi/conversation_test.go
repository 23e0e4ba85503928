package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/ask"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
)

// newTalkAPI returns an API with a daily limit (0: none), whose user has the memories "knot", which
// is found, and "bend".
func newTalkAPI(t *testing.T, a *answerer, searches int) *api {
	t.Helper()
	api := newAPI(t, func(_ *httpapi.Parts, p *ask.Parts) {
		p.Answers, p.Plans = a, plan.Table{Free: plan.Limits{SearchesPerDay: searches}}
	})
	for _, id := range []string{"knot", "bend"} {
		m := memory.Memory{ID: id, UserID: api.userID, Kind: memory.Note, Title: "Of a " + id, Status: memory.Ready, CreatedAt: time.Now()}
		if err := api.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
			t.Fatal(err)
		}
	}
	api.engine.finds = []string{"knot"}
	return api
}

// askOn asks without a stream in a conversation; without an id, in a new one.
func (a *api) askOn(t *testing.T, status int, query, conversation string) map[string]any {
	t.Helper()
	return a.decoded(t, status, "POST", "/api/v1/vector-search", asking(query, conversation))
}

func asking(query, conversation string) string {
	body, _ := json.Marshal(map[string]string{"query": query, "type": "all-memories", "conversation": conversation})
	return string(body)
}

func last(events []sentEvent) sentEvent { return events[len(events)-1] }

func (a *api) decoded(t *testing.T, status int, method, path, body string) (out map[string]any) {
	t.Helper()
	w := a.call(method, path, body)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != status {
		t.Fatalf("%s %s: %v: %d %s", method, path, err, w.Code, w.Body)
	}
	return out
}

// conversations returns the titles of a list.
func (a *api) conversations(t *testing.T, query string) (titles []string) {
	t.Helper()
	for _, c := range a.decoded(t, 200, "GET", "/api/v1/conversations?"+query, "")["conversations"].([]any) {
		titles = append(titles, c.(map[string]any)["title"].(string))
	}
	return titles
}

func TestFollowUp(t *testing.T) {
	t.Run("a follow-up returns how it was understood and its conversation, in JSON and in events", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		first := a.askOn(t, 200, "Which knot ties a hammock?", "")
		if _, ok := first["asked"]; ok {
			t.Errorf("the first was read as %v", first["asked"])
		}
		id := first["conversation"].(string)
		whole := a.askOn(t, 200, " Why that? ", id)
		if whole["asked"] != "Why that? (knot ties hammock)" || whole["conversation"] != id {
			t.Errorf("got %v", whole)
		}
		done := last(readStream(t, a.call("POST", "/api/v1/ask", asking("Why that?", id))))
		if diff := cmp.Diff(sentEvent{"done", whole}, done); diff != "" {
			t.Errorf("streamed (-want +got):\n%s", diff)
		}
	})
	t.Run("a kept turn has the same filters as its answer", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		got := a.askOn(t, 200, "Which note did I save since February about a hammock?", "")
		turns := a.decoded(t, 200, "GET", "/api/v1/conversations/"+got["conversation"].(string), "")["turns"].([]any)
		if kept := turns[0].(map[string]any)["filters"]; got["filters"] == nil || !cmp.Equal(kept, got["filters"]) {
			t.Errorf("kept %v of %v", kept, got["filters"])
		}
		id := a.askOn(t, 200, "Which knot ties a hammock?", "")["conversation"].(string)
		turns = a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, "")["turns"].([]any)
		if kept, ok := turns[0].(map[string]any)["filters"]; ok {
			t.Errorf("kept %v of no filter", kept)
		}
	})
	t.Run("an invalid question is refused with what to change", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 1)
		for _, test := range []struct {
			query, conversation string
			status              int
			message             string
		}{
			{"Why?", "no id", 404, "Conversation not found"},
			{strings.Repeat("é", 2001), "", 400, "Please ask in at most 2,000 characters"},
			{"  ", "", 400, "Please enter a search query"},
		} {
			if got := a.askOn(t, test.status, test.query, test.conversation)["message"]; got != test.message {
				t.Errorf("%.20s: %v", test.query, got)
			}
		}
		a.askOn(t, 200, "Which knot?", "")
		a.askOn(t, 429, "Which knot?", "")
	})
}

func TestKeeping(t *testing.T) {
	for _, path := range []string{"/api/v1/ask", "/api/v1/vector-search"} {
		t.Run("API-36 a client of "+path+" that leaves ends the answer, and nothing of it is kept", func(t *testing.T) {
			began, ended := make(chan struct{}), make(chan error, 1)
			a := newTalkAPI(t, &answerer{waits: func(ctx context.Context) {
				close(began)
				select {
				case <-ctx.Done():
				case <-time.After(time.Minute):
				}
				ended <- ctx.Err()
			}}, 0)
			server := httptest.NewServer(a)
			defer server.Close()
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+path, strings.NewReader(`{"query":"which knot"}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("authorization", a.token)
			go func() { <-began; leave() }()
			response, err := http.DefaultClient.Do(r)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the client has %v", err)
			}
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the answer ended with %v", err)
			}
			server.Close() // waits for the call
			if got := a.conversations(t, ""); got != nil {
				t.Errorf("kept %v", got)
			}
		})
	}

	t.Run("API-36 a client that can't be written to ends the answer", func(t *testing.T) {
		ended := make(chan error, 1)
		a := newTalkAPI(t, &answerer{waits: func(ctx context.Context) { ended <- ctx.Err() }}, 0)
		r := httptest.NewRequest(http.MethodPost, "/api/v1/ask", strings.NewReader(`{"query":"which knot"}`))
		r.Header.Set("authorization", a.token)
		a.ServeHTTP(deaf{httptest.NewRecorder()}, r)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the answer ended with %v", err)
		}
		if got := a.conversations(t, ""); got != nil {
			t.Errorf("kept %v", got)
		}
	})

	t.Run("conversations are listed, searched, read and deleted", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		id := a.askOn(t, 200, "Which knot ties a hammock?", "")["conversation"].(string)
		a.askOn(t, 200, "Why that?", id)
		a.askOn(t, 200, "Another matter", "")
		if diff := cmp.Diff([]string{"Another matter", "Which knot ties a hammock?"}, a.conversations(t, "")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		first := a.decoded(t, 200, "GET", "/api/v1/conversations?limit=1", "")
		if got := a.conversations(t, fmt.Sprintf("limit=1&cursor=%v", first["nextCursor"])); len(got) != 1 || got[0] != "Which knot ties a hammock?" {
			t.Errorf("the second page is %v", got)
		}
		hit := a.decoded(t, 200, "GET", "/api/v1/conversations?query=HÄMM+why", "")["conversations"].([]any)[0].(map[string]any)
		delete(hit, "createdAt")
		delete(hit, "updatedAt")
		want := map[string]any{"id": id, "title": "Which knot ties a hammock?", "turns": 2.0, "excerpt": "Why that?"}
		if diff := cmp.Diff(want, hit); diff != "" {
			t.Errorf("found (-want +got):\n%s", diff)
		}

		turn := a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, "")["turns"].([]any)[1].(map[string]any)
		content := turn["content"].([]any)
		if len(content) != 1 || content[0].(map[string]any)["_id"] != "knot" {
			t.Errorf("content is %v", content)
		}
		delete(turn, "content")
		delete(turn, "askedAt")
		want = map[string]any{
			"question": "Why that?", "asked": "Why that? (knot ties hammock)", "type": "all-memories", "answer": "Two half hitches [1].", "answered": true, "degree": "answered",
			"kind": "answered", "blocks": []any{map[string]any{"kind": "paragraph", "spans": []any{
				map[string]any{"text": "Two half hitches "}, map[string]any{"cite": 1.0}, map[string]any{"text": "."},
			}}},
			"citations": []any{map[string]any{"n": 1.0, "memoryId": "knot", "quote": "two half hitches", "place": "", "passage": 0.0}}, "withdrawn": false,
		}
		if diff := cmp.Diff(want, turn); diff != "" {
			t.Errorf("the turn (-want +got):\n%s", diff)
		}

		a.decoded(t, 200, "DELETE", "/api/v1/content", `{"contentId":"knot"}`)
		turn = a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, "")["turns"].([]any)[0].(map[string]any)
		delete(turn, "askedAt")
		want = map[string]any{
			"question": "Which knot ties a hammock?", "type": "all-memories", "answer": "", "answered": false, "degree": "nothing",
			"kind": "refused", "blocks": []any{}, "citations": []any{}, "content": []any{}, "withdrawn": true,
		}
		if diff := cmp.Diff(want, turn); diff != "" {
			t.Errorf("withdrawn (-want +got):\n%s", diff)
		}

		stranger := newTalkAPI(t, &answerer{}, 0)
		for method, path := range map[string]string{"GET": "/" + id, "DELETE": "/" + id} {
			stranger.decoded(t, 404, method, "/api/v1/conversations"+path, "")
		}
		a.decoded(t, 200, "DELETE", "/api/v1/conversations/"+id, "")
		a.decoded(t, 404, "GET", "/api/v1/conversations/"+id, "")
		a.decoded(t, 404, "DELETE", "/api/v1/conversations/x", "")
		a.decoded(t, 200, "DELETE", "/api/v1/conversations", "")
		if got := a.conversations(t, ""); got != nil {
			t.Errorf("left are %v", got)
		}
	})

	t.Run("a conversation that is not kept takes follow-ups, and is in no list", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		keep := func(term string) { a.decoded(t, 200, "PUT", "/api/v1/keep-conversations", `{"keep":"`+term+`"}`) }
		kept := a.askOn(t, 200, "Which knot ties a hammock?", "")["conversation"].(string)
		if got := a.decoded(t, 200, "GET", "/api/v1/keep-conversations", "")["keep"]; got != "always" {
			t.Errorf("from the start they are kept %v", got)
		}
		keep("never")
		a.decoded(t, 404, "GET", "/api/v1/conversations/"+kept, "")
		open := a.askOn(t, 200, "Which knot ties a hammock?", "")["conversation"].(string)
		if asked := a.askOn(t, 200, "Why that?", open)["asked"]; asked != "Why that? (knot ties hammock)" {
			t.Errorf("asked on, it is read as %v", asked)
		}
		if got := a.conversations(t, ""); got != nil {
			t.Errorf("listed are %v", got)
		}
		keep("90-days")
		a.decoded(t, 404, "GET", "/api/v1/conversations/"+open, "")
		if got := a.decoded(t, 200, "GET", "/api/v1/keep-conversations", "")["keep"]; got != "90-days" {
			t.Errorf("they are kept %v", got)
		}
		for _, body := range []string{`{}`, `{"keep":"ever"}`, `{"keep":null}`} {
			a.decoded(t, 400, "PUT", "/api/v1/keep-conversations", body)
		}
	})

	t.Run("invalid requests are answered 400", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		for _, query := range []string{"limit=0", "limit=101", "limit=x", "cursor=x", "cursor=12.x", "query=" + strings.Repeat("x", 1001)} {
			a.decoded(t, 400, "GET", "/api/v1/conversations?"+query, "")
		}
		a.askOn(t, 200, "Which knot?", "")
		if got := a.conversations(t, "query=%25+_"); got != nil {
			t.Errorf("signs alone found %v", got)
		}
	})
}
