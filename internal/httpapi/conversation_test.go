package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
)

// rewriter answers as it is told to, nothing at first, and keeps what it was asked.
type rewriter struct {
	says  func() (string, error)
	asked []answer.Question
}

func (r *rewriter) Rewrite(ctx context.Context, q answer.Question) (string, error) {
	r.asked = append(r.asked, q)
	if _, ok := ctx.Deadline(); !ok {
		return "", errors.New("it may take for ever")
	}
	if r.says == nil {
		return "", nil
	}
	return r.says()
}

// newTalkAPI is an API with so many searches a day (0: any number), whose user has the memories "knot", which is found, and
// "bend".
func newTalkAPI(t *testing.T, a *answerer, searches int, changes ...func(*httpapi.Parts)) *api {
	t.Helper()
	api := newAPI(t, append(changes, func(p *httpapi.Parts) {
		p.Answers, p.Plans = a, plan.Table{Free: plan.Limits{SearchesPerDay: searches}}
	})...)
	for _, id := range []string{"knot", "bend"} {
		m := memory.Memory{ID: id, UserID: api.userID, Kind: memory.Note, Title: "Of a " + id, Status: memory.Ready, CreatedAt: time.Now()}
		if err := api.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
			t.Fatal(err)
		}
	}
	api.engine.finds = []string{"knot"}
	return api
}

// turnKeeper keeps the first turns of conversations as it is told to.
type turnKeeper struct {
	conversation.Store
	keeps func(context.Context) error
}

func (k turnKeeper) KeepTurn(ctx context.Context, _ conversation.Draft) error { return k.keeps(ctx) }

func keptBy(keeps func(context.Context) error) func(*httpapi.Parts) {
	return func(p *httpapi.Parts) { p.Conversations = conversation.New(turnKeeper{keeps: keeps}, nil, time.Now) }
}

// askOn asks in one piece, in a conversation or, without an id, in a new one.
func (a *api) askOn(t *testing.T, status int, query, conversation string) map[string]any {
	t.Helper()
	return a.decoded(t, status, "POST", "/api/v1/vector-search", asking(query, conversation))
}

func asking(query, conversation string) string {
	body, _ := json.Marshal(map[string]string{"query": query, "type": "all-memories", "conversation": conversation})
	return string(body)
}

func last(events []told) told { return events[len(events)-1] }

func (a *api) decoded(t *testing.T, status int, method, path, body string) (out map[string]any) {
	t.Helper()
	w := a.call(method, path, body)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != status {
		t.Fatalf("%s %s: %v: %d %s", method, path, err, w.Code, w.Body)
	}
	return out
}

// conversations are the titles of a list.
func (a *api) conversations(t *testing.T, query string) (titles []string) {
	t.Helper()
	for _, c := range a.decoded(t, 200, "GET", "/api/v1/conversations?"+query, "")["conversations"].([]any) {
		titles = append(titles, c.(map[string]any)["title"].(string))
	}
	return titles
}

func TestFollowUp(t *testing.T) {
	t.Run("a kept turn says what its words narrowed it to, as its answer did", func(t *testing.T) {
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
	t.Run("what a follow-up says again weighs in the search, and is not told twice", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		first := a.askOn(t, 200, "Which knot ties a hammock?", "")
		got := a.askOn(t, 200, "And a boat?", first["conversation"].(string))
		if asked := a.engine.asked[1].Text; got["asked"] != "And a boat? (knot ties hammock)" || asked != "And a boat? (boat knot ties hammock)" {
			t.Errorf("told %v, searched %q", got["asked"], asked)
		}
	})
	t.Run("a follow-up is searched and answered as what it leans on, and says so", func(t *testing.T) {
		writer := &answerer{}
		a := newTalkAPI(t, writer, 0)
		first := a.askOn(t, 200, "Which knot ties a hammock?", "")
		if _, ok := first["asked"]; ok {
			t.Errorf("the first was read as %v", first["asked"])
		}
		got := a.askOn(t, 200, " Why that? ", first["conversation"].(string))
		const want = "Why that? (knot ties hammock)"
		if got["asked"] != want || got["conversation"] != first["conversation"] {
			t.Errorf("got %v", got)
		}
		q := writer.asked[1]
		if q.Text != want || a.engine.asked[1].Text != want {
			t.Errorf("answered %q, searched %q", q.Text, a.engine.asked[1].Text)
		}
		if diff := cmp.Diff([]answer.Turn{{Question: "Which knot ties a hammock?", Answer: "Two half hitches [1]."}}, q.Before); diff != "" {
			t.Errorf("before it (-want +got):\n%s", diff)
		}
	})

	t.Run("a follow-up that lists is put in full by no model", func(t *testing.T) {
		writer := &answerer{}
		a := newTalkAPI(t, writer, 0)
		first := a.askOn(t, 200, "What did I save last week?", "")
		a.rewriter.says = func() (string, error) { return "Which knot?", nil }
		got := a.askOn(t, 200, "And yesterday?", first["conversation"].(string))
		if got["asked"] != "And yesterday? (What did I save last week?)" || len(a.rewriter.asked) != 0 {
			t.Errorf("read as %v; the model was asked %v", got["asked"], a.rewriter.asked)
		}
		if l := writer.asked[1].Listing; l == nil || *l != (answer.Listing{When: "yesterday", Total: 1}) {
			t.Errorf("answered %+v", l)
		}
	})

	stream := func(a *api, conversation any) *httptest.ResponseRecorder {
		return a.call("POST", "/api/v1/ask", fmt.Sprintf(`{"query":"Why that?","conversation":%q}`, conversation))
	}
	names := func(events []told) (names []string) {
		for _, e := range events {
			names = append(names, e.Name)
		}
		return names
	}
	const plainly = "related delta reset delta citations done"
	for title, test := range map[string]struct {
		says   func() (string, error)
		finds  string // the memory, for what the model says
		events string
		asked  string
	}{
		"finds others, which replace the first": {func() (string, error) { return " Why does a bend\nhold? ", nil }, "bend", "related " + plainly, "Why does a bend hold?"},
		"finds the same":                        {func() (string, error) { return "Why does the knot hold?", nil }, "knot", plainly, "Why does the knot hold?"},
		"leaves it as it is":                    {func() (string, error) { return "Why that?", nil }, "knot", plainly, ""},
		"fails":                                 {func() (string, error) { return "", errors.New("busy") }, "knot", plainly, "Why that? (knot ties hammock)"},
		"says nothing":                          {nil, "knot", plainly, "Why that? (knot ties hammock)"},
		"says too much":                         {func() (string, error) { return strings.Repeat("why ", 501), nil }, "knot", plainly, "Why that? (knot ties hammock)"},
	} {
		t.Run("API-36 a model that rewrites the question and "+title, func(t *testing.T) {
			a := newTalkAPI(t, &answerer{}, 0)
			first := a.askOn(t, 200, "Which knot ties a hammock?", "")
			if len(a.rewriter.asked) != 0 {
				t.Error("it was asked about the first question")
			}
			a.rewriter.says = func() (string, error) {
				a.engine.finds = []string{test.finds}
				if test.says == nil {
					return "", nil
				}
				return test.says()
			}
			events := readStream(t, stream(a, first["conversation"]))
			if got := strings.Join(names(events), " "); got != test.events {
				t.Fatalf("got %s, want %s", got, test.events)
			}
			done := last(events).Data
			if asked, _ := done["asked"].(string); asked != test.asked {
				t.Errorf("read as %q, want %q", asked, test.asked)
			}
			if id := done["content"].([]any)[0].(map[string]any)["_id"]; id != test.finds {
				t.Errorf("answered from %v, want %s", id, test.finds)
			}
			if q := a.rewriter.asked[0]; q.Text != "Why that?" || len(q.Before) != 1 || q.UserID != a.userID {
				t.Errorf("the model was asked %+v", q)
			}
		})
	}

	t.Run("API-36 a model's reading whose memories can't be found changes nothing", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		first := a.askOn(t, 200, "Which knot ties a hammock?", "")["conversation"].(string)
		a.rewriter.says = func() (string, error) {
			a.engine.fails = func() { a.engine.fails = nil }
			return "Why does a bend hold?", nil
		}
		for name, got := range map[string]map[string]any{
			"in one piece": a.askOn(t, 200, "Why that?", first),
			"streamed":     last(readStream(t, stream(a, first))).Data,
		} {
			content, _ := got["content"].([]any)
			if got["asked"] != "Why that? (knot ties hammock)" || len(content) != 1 || content[0].(map[string]any)["_id"] != "knot" {
				t.Errorf("%s: %v", name, got)
			}
		}
	})

	t.Run("what can't be asked is refused with what to change, and costs nothing of the day's allowance", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 1)
		stranger := newTalkAPI(t, &answerer{}, 1)
		theirs := stranger.askOn(t, 200, "Which knot?", "")["conversation"].(string)
		for _, test := range []struct {
			query, conversation string
			status              int
			message             string
		}{
			{"Why?", theirs, 404, "Conversation not found"},
			{"Why?", "no id", 404, "Conversation not found"},
			{strings.Repeat("é", 2001), "", 400, "Please ask in at most 2,000 characters"},
			{"  ", "", 400, "Please enter a search query"},
			{"\x00 \x07", "", 400, "Please enter a search query"},
			{"\u200b\u200d\ufeff\u2060\u00ad", "", 400, "Please enter a search query"},
			{"\u3164\u115f\u034f\ufe0f", "", 400, "Please enter a search query"},
		} {
			if got := a.askOn(t, test.status, test.query, test.conversation)["message"]; got != test.message {
				t.Errorf("%.20s: %v", test.query, got)
			}
		}
		a.askOn(t, 200, strings.Repeat("é", 2000), "")
		a.askOn(t, 429, "Which knot?", "")
	})

	t.Run("a conversation is long enough with its fiftieth question", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 50)
		id := a.askOn(t, 200, "Which knot?", "")["conversation"].(string)
		for range 49 {
			a.askOn(t, 200, "Which knot?", id)
		}
		got := a.askOn(t, 400, "Which knot?", id)["message"]
		if got != "This conversation is long enough. Please begin a new one." {
			t.Errorf("got %v", got)
		}
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
			server.Close() // which waits for the call
			if got := a.conversations(t, ""); got != nil {
				t.Errorf("kept %v", got)
			}
		})
	}

	t.Run("API-36 a client that can't be written to any more ends the answer", func(t *testing.T) {
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

	t.Run("an answer that can't be kept is one all the same", func(t *testing.T) {
		writer := &answerer{}
		a := newTalkAPI(t, writer, 0)
		id := a.askOn(t, 200, "Which knot?", "")["conversation"].(string)
		writer.waits = func(context.Context) { a.decoded(t, 200, "DELETE", "/api/v1/conversations/"+id, "") }
		got := a.askOn(t, 200, "Which bend?", id)
		if _, kept := got["conversation"]; kept || got["answer"] != "Two half hitches [1]." {
			t.Errorf("got %v", got)
		}
	})

	t.Run("API-36 an answer and its citations are told before it is kept, which takes two seconds at most", func(t *testing.T) {
		w := httptest.NewRecorder()
		a := newTalkAPI(t, &answerer{}, 0, keptBy(func(ctx context.Context) error {
			if told := w.Body.String(); !strings.Contains(told, "event: citations") || strings.Contains(told, "event: done") {
				t.Errorf("told when it is kept: %s", told)
			}
			if end, ok := ctx.Deadline(); !ok || time.Until(end) > 2*time.Second {
				t.Errorf("until %v, %t", end, ok)
			}
			return nil
		}))
		r := httptest.NewRequest(http.MethodPost, "/api/v1/ask", strings.NewReader(`{"query":"which knot"}`))
		r.Header.Set("authorization", a.token)
		a.ServeHTTP(w, r)
		events := readStream(t, w)
		if done := last(events); done.Name != "done" || done.Data["conversation"] == nil {
			t.Errorf("at the end: %v", done)
		}
	})

	for name, test := range map[string]struct {
		fails error
		warns bool
	}{
		"was deleted meanwhile":   {conversation.NotFound(), false},
		"was filled meanwhile":    {conversation.LongEnough(), false},
		"can't be written to":     {errors.New("disk on fire"), true},
		"takes its turn in peace": {nil, false},
	} {
		t.Run("an operator is warned of what is ours alone: a conversation that "+name, func(t *testing.T) {
			var log strings.Builder
			a := newTalkAPI(t, &answerer{}, 0, keptBy(func(context.Context) error { return test.fails }), func(p *httpapi.Parts) {
				p.Log = slog.New(slog.NewTextHandler(&log, nil))
			})
			a.askOn(t, 200, "Which knot?", "")
			if got := strings.Contains(log.String(), "level=WARN"); got != test.warns {
				t.Errorf("logged %s", &log)
			}
		})
	}

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
			"citations": []any{map[string]any{"n": 1.0, "memoryId": "knot", "quote": "two half hitches", "place": ""}}, "withdrawn": false,
		}
		if diff := cmp.Diff(want, turn); diff != "" {
			t.Errorf("the turn (-want +got):\n%s", diff)
		}

		a.decoded(t, 200, "DELETE", "/api/v1/content", `{"contentId":"knot"}`)
		turn = a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, "")["turns"].([]any)[0].(map[string]any)
		delete(turn, "askedAt")
		want = map[string]any{
			"question": "Which knot ties a hammock?", "type": "all-memories", "answer": "", "answered": false, "degree": "nothing",
			"citations": []any{}, "content": []any{}, "withdrawn": true,
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

	t.Run("where nothing is kept a question can be asked on, and stands in no list", func(t *testing.T) {
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

	t.Run("what makes no sense is answered 400", func(t *testing.T) {
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
