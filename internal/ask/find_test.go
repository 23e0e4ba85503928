package ask_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/ask"
	"engram/internal/conversation"
	"engram/internal/recall"
)

// now is a Wednesday.
func now() time.Time { return time.Date(2026, 3, 18, 12, 0, 0, 0, time.UTC) }

var (
	february = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	march    = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
)

// engine finds passages of a given coverage, with and without filters, and records its calls.
type engine struct {
	free, filtered float64 // 0: finds nothing
	chosen         string  // kind chosen by the caller
	asked          []recall.Query
	fails          int  // number of the call that fails, from 1
	nothing        bool // a listing's time has no memories
}

func (e *engine) Search(_ context.Context, _ string, q recall.Query) ([]recall.Match, error) {
	e.asked = append(e.asked, q)
	if len(e.asked) == e.fails {
		return nil, errors.New("disk on fire")
	}
	id, covers := "free", e.free
	if q.Kind != e.chosen || !q.Since.IsZero() || !q.Until.IsZero() {
		id, covers = "filtered", e.filtered
	}
	if covers == 0 {
		return nil, nil
	}
	return []recall.Match{{MemoryID: id, Passages: []recall.Hit{{Coverage: covers / 2}, {Coverage: covers}}}}, nil
}

// embedder counts its calls.
type embedder struct {
	asked   []string
	private bool // of the last question
}

func (e *embedder) Question(_ context.Context, text string, private bool) []int8 {
	e.asked, e.private = append(e.asked, text), private
	return []int8{1, 2}
}

func (*embedder) Local() bool { return true }

// Newest finds one memory of three.
func (e *engine) Newest(_ context.Context, _ string, q recall.Query) ([]recall.Match, int, error) {
	e.asked = append(e.asked, q)
	if len(e.asked) == e.fails {
		return nil, 0, errors.New("disk on fire")
	}
	if e.nothing {
		return nil, 0, nil
	}
	return []recall.Match{{MemoryID: "newest"}}, 3, nil
}

func TestListing(t *testing.T) {
	in := func(kind string, limit int) recall.Query {
		return recall.Query{Kind: kind, Since: february, Until: march, Limit: limit}
	}
	for name, test := range map[string]struct {
		text, chosen string
		asked        recall.Query
		filters      conversation.Filters
		listing      answer.Listing
	}{
		"a time and a kind": {
			text: "the videos from February", asked: in("video", 7),
			filters: conversation.Filters{Kind: "video", Since: february, Until: march, Words: []string{"videos", "from February"}},
			listing: answer.Listing{Kind: "video", When: "in February", Total: 3},
		},
		"the kind that was chosen wins over the words": {
			text: "the videos from February", chosen: "note", asked: in("note", 7),
			filters: conversation.Filters{Since: february, Until: march, Words: []string{"from February"}},
			listing: answer.Listing{Kind: "note", When: "in February", Total: 3},
		},
		"the number asked for": {text: "my last three notes", asked: recall.Query{Kind: "note", Limit: 3},
			filters: conversation.Filters{Kind: "note", Words: []string{"notes"}}, listing: answer.Listing{Kind: "note", Count: 3, Total: 3}},
		"an excluded kind": {
			text: "what did I read in February", asked: recall.Query{Not: "video", Since: february, Until: march, Limit: 7},
			filters: conversation.Filters{Since: february, Until: march, Words: []string{"in February"}},
			listing: answer.Listing{Not: "video", When: "in February", Total: 3},
		},
		"a site": {
			text: "my vimeo videos", asked: recall.Query{Kind: "video", Site: "vimeo", Limit: 7},
			filters: conversation.Filters{Kind: "video", Words: []string{"vimeo videos"}}, listing: answer.Listing{Kind: "video", Site: "Vimeo", Total: 3},
		},
		"no site with a chosen kind": {
			text: "my vimeo videos", chosen: "note", asked: recall.Query{Kind: "note", Limit: 7}, listing: answer.Listing{Kind: "note", Total: 3},
		},
		"a chosen kind excludes none": {
			text: "what did I read in February", chosen: "video", asked: in("video", 7),
			filters: conversation.Filters{Since: february, Until: march, Words: []string{"in February"}},
			listing: answer.Listing{Kind: "video", When: "in February", Total: 3},
		},
		"at most as many as fit": {text: "my last 30 memories", asked: recall.Query{Limit: 7}, listing: answer.Listing{Count: 30, Total: 3}},
	} {
		t.Run("a listing is searched by its filters only: "+name, func(t *testing.T) {
			e, m := &engine{free: .5, filtered: .5}, &embedder{}
			got, err := ask.NewSearcher(e, m, now).Search(t.Context(), "u", ask.Query{Text: test.text, Kind: test.chosen, Limit: 7})
			if err != nil || first(got.Matches) != "newest" || len(m.asked) != 0 {
				t.Fatalf("found %+v, %v; embedded %q", got, err, m.asked)
			}
			want := ask.Hits{Matches: got.Matches, Filters: test.filters, Listing: &test.listing}
			if diff := cmp.Diff([]any{[]recall.Query{test.asked}, want}, []any{e.asked, got}); diff != "" {
				t.Errorf("asked and found (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("if nothing matches the filters, an ambiguous listing is searched by its words", func(t *testing.T) {
		for text, want := range map[string]string{"do I have anything on Friday?": "free", "what did I save on Friday": ""} {
			e := &engine{free: .5, nothing: true}
			got, err := ask.NewSearcher(e, nil, now).Search(t.Context(), "u", ask.Query{Text: text})
			if lists := got.Listing != nil; err != nil || first(got.Matches) != want || lists != (want == "") || !lists && !got.Filters.Empty() {
				t.Errorf("%q found %+v, %v", text, got, err)
			}
		}
	})
	t.Run("a failing engine fails the listing", func(t *testing.T) {
		got, err := ask.NewSearcher(&engine{fails: 1}, nil, now).Search(t.Context(), "u", ask.Query{Text: "my notes"})
		if err == nil || got.Matches != nil {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

func TestOneMemoryAlone(t *testing.T) {
	for _, text := range []string{"what does the video say", "the videos from February"} {
		t.Run("a question about one memory neither filters nor lists: "+text, func(t *testing.T) {
			e := &engine{free: .5, filtered: .5, chosen: "note"}
			got, err := ask.NewSearcher(e, &embedder{}, now).Search(t.Context(), "u", ask.Query{Text: text, Kind: "note", Memory: "m", Limit: 7})
			asked := []recall.Query{{Text: text, Vector: []int8{1, 2}, Kind: "note", Memory: "m", Limit: 7}}
			if err != nil || first(got.Matches) != "free" || !got.Filters.Empty() || got.Listing != nil || !cmp.Equal(e.asked, asked) {
				t.Errorf("found %+v, %v; asked %+v", got, err, e.asked)
			}
		})
	}
}

func TestSearch(t *testing.T) {
	const typed = "the video I saved in February, which knot"
	both := conversation.Filters{Kind: "video", Since: february, Until: march, Words: []string{"video", "in February"}}
	for name, test := range map[string]struct {
		text, chosen   string
		free, filtered float64
		want           conversation.Filters
		found          string
	}{
		"without filters in its words a question is searched as it is": {text: "which knot", free: .5, found: "free"},
		"kind and time in the words filter":                            {text: typed, free: .5, filtered: .5, want: both, found: "filtered"},
		"the kind that was chosen wins over the words": {
			text: typed, chosen: "note", free: .5, filtered: .5, found: "filtered",
			want: conversation.Filters{Since: february, Until: march, Words: []string{"in February"}},
		},
		"a chosen kind is no filter of words":                       {text: "the video about knots", chosen: "note", free: .5, found: "free"},
		"filters that leave nothing are dropped":                    {text: typed, free: .1, found: "free"},
		"filters that leave clearly less of the answer are dropped": {text: typed, free: .5, filtered: .29, found: "free"},
		"filters that leave nearly as good an answer are kept":      {text: typed, free: .5, filtered: .31, want: both, found: "filtered"},
		"without matches nothing is found":                          {text: typed},
	} {
		t.Run(name, func(t *testing.T) {
			e := &engine{free: test.free, filtered: test.filtered, chosen: test.chosen}
			got, err := ask.NewSearcher(e, nil, now).Search(t.Context(), "u", ask.Query{Text: test.text, Kind: test.chosen, Limit: 7})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.Filters); diff != "" {
				t.Errorf("filters (-want +got):\n%s", diff)
			}
			if found := first(got.Matches); found != test.found {
				t.Errorf("found %q, want %q", found, test.found)
			}
			for _, q := range e.asked {
				if q.Text != test.text || q.Limit != 7 || q.Vector != nil || test.chosen != "" && q.Kind != test.chosen {
					t.Errorf("asked %+v", q)
				}
			}
		})
	}
}

func first(matches []recall.Match) string {
	if len(matches) == 0 {
		return ""
	}
	return matches[0].MemoryID
}

func TestMeaning(t *testing.T) {
	t.Run("a question is embedded once, and every search uses its vector", func(t *testing.T) {
		e, m := &engine{free: .5, filtered: .1}, &embedder{}
		if _, err := ask.NewSearcher(e, m, now).Search(t.Context(), "u", ask.Query{Text: "the video about knots"}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"the video about knots"}, m.asked); diff != "" {
			t.Errorf("embedded (-want +got):\n%s", diff)
		}
		if len(e.asked) != 2 {
			t.Errorf("%d searches, want 2", len(e.asked))
		}
		for _, q := range e.asked {
			if diff := cmp.Diff([]int8{1, 2}, q.Vector); diff != "" {
				t.Errorf("vector (-want +got):\n%s", diff)
			}
		}
	})
}

func TestFailure(t *testing.T) {
	t.Run("a failing engine fails the search, with and without filters", func(t *testing.T) {
		for call := 1; call <= 2; call++ {
			e := &engine{free: .5, filtered: .5, fails: call}
			got, err := ask.NewSearcher(e, nil, now).Search(t.Context(), "u", ask.Query{Text: "the video about knots"})
			if err == nil || got.Matches != nil {
				t.Errorf("call %d: got %v, %v", call, got, err)
			}
		}
	})
}

func TestPrivateQuestions(t *testing.T) {
	for _, private := range []bool{true, false} {
		model := &embedder{}
		s := ask.NewSearcher(&engine{free: .5}, model, func() time.Time { return march })
		if _, err := s.Search(t.Context(), "u", ask.Query{Text: "which knot", Private: private}); err != nil || len(model.asked) != 1 || model.private != private {
			t.Errorf("asked %v, private %v, %v", model.asked, model.private, err)
		}
	}
}
