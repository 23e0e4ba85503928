package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/ask"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
)

// answerer is a scripted answerer that records its calls.
type answerer struct {
	fails func() error
	waits func(context.Context) // called before it answers
	asked []answer.Question
}

func (a *answerer) Answer(ctx context.Context, q answer.Question, tell func(answer.Piece)) (answer.Answer, error) {
	a.asked = append(a.asked, q)
	if a.waits != nil {
		a.waits(ctx)
	}
	if a.fails != nil {
		return answer.Answer{}, a.fails()
	}
	const text = "Two half hitches [1]."
	if tell != nil {
		bow := document.Read("A bow")
		tell(answer.Piece{Text: "A bow", Change: bow.Since(nil)})
		tell(answer.Piece{Text: "-knot", Change: document.Read("A bow-knot").Since(bow)})
		tell(answer.Piece{Text: text, Anew: true, Change: document.Read(text).Since(nil)})
	}
	cited := answer.Citation{N: 1, MemoryID: q.Matches[0].MemoryID, Quote: "two half hitches"}
	return answer.Answer{Kind: answer.Answered, Blocks: document.Read(text), Citations: []answer.Citation{cited}}, nil
}

// sentEvent is an event of a stream.
type sentEvent struct {
	Name string
	Data map[string]any
}

func readStream(t *testing.T, w *httptest.ResponseRecorder) (events []sentEvent) {
	t.Helper()
	for block := range strings.SplitSeq(strings.TrimSuffix(w.Body.String(), "\n\n"), "\n\n") {
		name, data, _ := strings.Cut(block, "\n")
		e := sentEvent{Name: strings.TrimPrefix(name, "event: ")}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(data, "data: ")), &e.Data); err != nil {
			t.Fatalf("%v in %q", err, block)
		}
		events = append(events, e)
	}
	return events
}

func (a *api) ask(path, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(`{"query":"which knot","type":"all-memories"}`))
	r.Header.Set("authorization", a.token)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func newAskAPI(t *testing.T, a *answerer) *api {
	t.Helper()
	api := newAPI(t, func(_ *httpapi.Parts, p *ask.Parts) {
		p.Answers, p.Plans = a, plan.Table{Free: plan.Limits{SearchesPerDay: 2}}
	})
	m := memory.Memory{ID: "knot", UserID: api.userID, Kind: memory.Note, Title: "Knots", Status: memory.Ready, CreatedAt: time.Now()}
	if err := api.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	api.engine.finds = []string{"knot"}
	return api
}

func TestAsk(t *testing.T) {
	a := newAskAPI(t, &answerer{})
	var whole map[string]any
	if w := a.search("which knot", "all-memories"); json.Unmarshal(w.Body.Bytes(), &whole) != nil || w.Code != http.StatusOK {
		t.Fatalf("in one piece: %d %s", w.Code, w.Body)
	}
	if id, _ := whole["conversation"].(string); id == "" {
		t.Errorf("it was not kept: %v", whole)
	}
	t.Run("API-36 an answer is the events related, delta, blocks, citations and done, which equals the JSON answer", func(t *testing.T) {
		w := a.ask("/api/v1/ask", "*/*")
		if got := w.Header().Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("it is %q", got)
		}
		want := []sentEvent{
			{"related", map[string]any{"content": whole["content"]}},
			{"delta", map[string]any{"text": "A bow"}},
			{"blocks", map[string]any{"from": 0.0, "blocks": []any{map[string]any{"kind": "paragraph", "spans": []any{map[string]any{"text": "A bow"}}}}}},
			{"delta", map[string]any{"text": "-knot"}},
			{"blocks", map[string]any{"from": 0.0, "more": "-knot"}},
			{"reset", map[string]any{}},
			{"delta", map[string]any{"text": whole["answer"]}},
			{"blocks", map[string]any{"from": 0.0, "blocks": whole["blocks"]}},
			{"citations", map[string]any{"citations": whole["citations"], "answered": true, "kind": "answered", "degree": "answered"}},
			{"done", whole},
		}
		got := readStream(t, w)
		whole["conversation"] = got[len(got)-1].Data["conversation"] // each has its own conversation
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("LIMIT-05 asking takes one of the day's searches, and refuses before it streams", func(t *testing.T) {
		w := a.ask("/api/v1/ask", "text/event-stream")
		if w.Code != http.StatusTooManyRequests || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

func TestSearchNegotiatesItsContentType(t *testing.T) {
	for accept, stream := range map[string]bool{
		"text/event-stream, application/json;q=0.9": true,
		"text/event-stream":                         true,
		"application/json":                          false,
		"*/*":                                       false,
		"application/json, text/event-stream":       false,
		"":                                          false,
	} {
		t.Run("API-36 a search that accepts "+accept, func(t *testing.T) {
			w := newAskAPI(t, &answerer{}).ask("/api/v1/vector-search", accept)
			got := w.Header().Get("Content-Type") == "text/event-stream"
			if w.Code != http.StatusOK || got != stream {
				t.Errorf("%d, a stream: %t", w.Code, got)
			}
		})
	}
}

func TestASearchCountsWhenTheClientDisconnects(t *testing.T) {
	recorder := func() http.ResponseWriter { return httptest.NewRecorder() }
	for name, test := range map[string]struct {
		path   string
		hangUp func(context.CancelFunc, *api, *answerer)
		writer func() http.ResponseWriter
	}{
		"while the answer is written":                           {"ask", whileWriting, recorder},
		"before anything arrives":                               {"ask", func(context.CancelFunc, *api, *answerer) {}, func() http.ResponseWriter { return deaf{httptest.NewRecorder()} }},
		"while memories are found":                              {"ask", whileSearching, recorder},
		"while an answer in one piece is written":               {"vector-search", whileWriting, recorder},
		"while memories are found for one that is in one piece": {"vector-search", whileSearching, recorder},
	} {
		t.Run("LIMIT-04 a search still counts when the client disconnects "+name, func(t *testing.T) {
			writer := &answerer{}
			a := newAskAPI(t, writer)
			for range 2 { // all searches of the day
				ctx, cancel := context.WithCancel(t.Context())
				test.hangUp(cancel, a, writer)
				r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/v1/"+test.path, strings.NewReader(`{"query":"which knot"}`))
				r.Header.Set("authorization", a.token)
				a.ServeHTTP(test.writer(), r)
				cancel()
			}
			writer.fails, a.engine.fails = nil, nil
			if w := a.ask("/api/v1/ask", ""); w.Code != http.StatusTooManyRequests {
				t.Errorf("the third: %d %s", w.Code, w.Body)
			}
		})
	}
}

func whileWriting(cancel context.CancelFunc, _ *api, writer *answerer) {
	writer.fails = func() error { cancel(); return context.Canceled }
}

func whileSearching(cancel context.CancelFunc, a *api, _ *answerer) { a.engine.fails = cancel }

// deaf is a connection whose writes fail.
type deaf struct{ *httptest.ResponseRecorder }

func (deaf) Write([]byte) (int, error) { return 0, errors.New("connection reset by peer") }

func TestAskFails(t *testing.T) {
	for name, test := range map[string]struct {
		fails func() error
		want  sentEvent
	}{
		"of what may be told": {
			func() error { return fault.New(fault.Unavailable, "The model does not answer.") },
			sentEvent{"error", map[string]any{"status": 503.0, "message": "The model does not answer."}},
		},
		"of what may not": {
			func() error { return errors.New("key sk-123 refused") },
			sentEvent{"error", map[string]any{"status": 500.0, "message": "Something went wrong on our side. Please try again."}},
		},
	} {
		t.Run("API-36 LIMIT-06 an answer that fails "+name+" ends in an error, and costs nothing of the day's allowance", func(t *testing.T) {
			writer := &answerer{fails: test.fails}
			a := newAskAPI(t, writer)
			for range 5 {
				events := readStream(t, a.ask("/api/v1/ask", ""))
				if len(events) != 2 || events[0].Name != "related" {
					t.Fatalf("got %v", events)
				}
				if diff := cmp.Diff(test.want, events[1]); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			writer.fails = nil
			if events := readStream(t, a.ask("/api/v1/ask", "")); events[len(events)-1].Name != "done" {
				t.Errorf("afterwards: %v", events)
			}
		})
	}
	t.Run("LIMIT-06 an answer that panics is not counted, and the connection is cut", func(t *testing.T) {
		writer := &answerer{fails: func() error { panic("at /srv/engram") }}
		a := newAskAPI(t, writer)
		for range 3 {
			func() {
				defer func() {
					if cause, _ := recover().(error); !errors.Is(cause, http.ErrAbortHandler) {
						t.Error("the connection was not broken off")
					}
				}()
				a.ask("/api/v1/ask", "")
			}()
		}
		writer.fails = nil
		if w := a.ask("/api/v1/ask", ""); w.Code != http.StatusOK {
			t.Errorf("afterwards: %d %s", w.Code, w.Body)
		}
	})
}
