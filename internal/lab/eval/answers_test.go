package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/lab/eval"
	"engram/internal/recall"
)

// finding finds the same memories for every question, and answers from the first.
type finding struct {
	scripted
	matches []recall.Match
	quote   func(question string, from recall.Match) string // empty: no answer
	given   [][]string                                      // ids that each question was answered from
	ranks   []int                                           // the order once two are read; nil: as found
}

func (f *finding) Find(_ context.Context, _, _ string, n int) ([]recall.Match, error) {
	return f.matches[:min(n, len(f.matches))], f.err
}

func (f *finding) Answer(_ context.Context, q answer.Question, _ func(answer.Piece)) (answer.Answer, error) {
	var ids []string
	for _, m := range q.Matches {
		ids = append(ids, m.MemoryID)
	}
	f.given = append(f.given, ids)
	if f.ranks != nil && len(q.Matches) == len(f.ranks) {
		q.Ranked(f.ranks)
		q.Matches = answer.Arrange(q.Matches, f.ranks)
	}
	if len(q.Matches) == 0 || f.quote(q.Text, q.Matches[0]) == "" {
		return answer.Answer{Blocks: document.Read("Nothing.")}, nil
	}
	quote := f.quote(q.Text, q.Matches[0])
	return answer.Answer{Kind: answer.Answered, Blocks: document.Read(quote + " [1]"), Citations: []answer.Citation{{N: 1, MemoryID: q.Matches[0].MemoryID, Quote: quote}}}, nil
}

func TestHitsOnceRead(t *testing.T) {
	f := &finding{matches: []recall.Match{match("b", "It takes a while."), match("a", "Warm it to 80 degrees.")}, quote: whole, ranks: []int{1, 0}}
	sets := tea()
	sets.Sets[0].Queries = sets.Sets[0].Queries[:1]
	r, err := run(t, sets, f)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Answerable()
	if want := (eval.Hits{First: 0, Five: 1}); got.Found != want {
		t.Errorf("found %+v", got.Found)
	}
	if want := (eval.Hits{First: 1, Five: 1}); got.Ranked != want || got.Verbatim != 1 || got.Best != 1 {
		t.Errorf("once read %+v", got)
	}
}

func match(id, text string) recall.Match {
	return recall.Match{MemoryID: id, Passages: []recall.Hit{{Passage: recall.Passage{MemoryID: id, Text: text}}}}
}

// tea are two questions about two memories.
func tea() eval.Sets {
	set := docs("a", "b")
	set.Name = "tea"
	set.Queries = []eval.Query{{ID: "1", Text: "how warm", Answer: "80 degrees"}, {ID: "2", Text: "how long", Answer: "three minutes"}}
	set.Relevant = map[string]map[string]float64{"1": {"a": 1}, "2": {"b": 1}}
	return eval.Sets{Name: "tea", Sets: []eval.Set{set}}
}

func whole(_ string, m recall.Match) string { return m.Passages[0].Text }

// run has the questions answered in one way.
func run(t *testing.T, sets eval.Sets, f *finding) (*eval.AnswerReport, error) {
	t.Helper()
	reports, err := eval.RunAnswers(t.Context(), sets, f, f, eval.AnswerWay{By: f, Floors: eval.WithReader})
	if err != nil {
		return nil, err
	}
	return reports[0], nil
}

func TestRunAnswers(t *testing.T) {
	f := &finding{matches: []recall.Match{match("a", "Warm it to 80 degrees."), match("b", "It takes a while.")}, quote: whole}
	r, err := run(t, tea(), f)
	if err != nil {
		t.Fatal(err)
	}
	want := eval.Tally{Questions: 2, Told: 2, Best: 1, Any: 1, Wrong: 1, Right: 1, Quotes: 2, Verbatim: 2}
	want.Found, want.Ranked = eval.Hits{First: 1, Five: 2}, eval.Hits{First: 1, Five: 2}
	if diff := cmp.Diff(want, r.Answerable()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]string{{"a", "b"}, {"b"}, {"a", "b"}, {"a"}}, f.given); diff != "" {
		t.Errorf("each is asked again without what answers it: %s", diff)
	}
	if r.Nothing.Questions != 2 || r.Nothing.Refused != 0 {
		t.Errorf("without an answer: %+v", r.Nothing)
	}
	missed := strings.Join(r.Missed(), "\n")
	for _, want := range []string{"best sentence 0.500", "best three 0.500", "refused 0.000"} {
		if !strings.Contains(missed, want) {
			t.Errorf("%q is missing in %s", want, missed)
		}
	}
}

func TestASetCallsItsQuestionsUnanswerable(t *testing.T) {
	sets := tea()
	sets.Sets[0].Queries = append(sets.Sets[0].Queries, eval.Query{ID: "3", Text: "who", Kind: eval.Unanswerable})
	f := &finding{matches: []recall.Match{match("a", "80 degrees"), match("b", "three minutes")}, quote: func(question string, m recall.Match) string {
		switch question {
		case "how warm":
			return "80 degrees"
		case "how long":
			return "three minutes"
		}
		return ""
	}}
	r, err := run(t, sets, f)
	if err != nil {
		t.Fatal(err)
	}
	if r.Nothing.Questions != 1 || r.Nothing.Refused != 1 || len(f.given) != 3 {
		t.Errorf("%+v, %v", r.Nothing, f.given)
	}
	// the second quote is cited as the first memory's, where it does not stand
	if all := r.Answerable(); all.Quotes != 2 || all.Verbatim != 1 || all.Best != 2 {
		t.Errorf("%+v", all)
	}
	if missed := r.Missed(); len(missed) != 1 || !strings.Contains(missed[0], "verbatim 0.500") {
		t.Error(missed)
	}
}

func TestRunAnswersSaysWhoseQuestionFailed(t *testing.T) {
	broken := errors.New("no room")
	f := &finding{quote: whole}
	if _, err := eval.RunAnswers(t.Context(), tea(), &scripted{err: broken}, f, eval.AnswerWay{By: f}); !errors.Is(err, broken) || !strings.Contains(err.Error(), "tea") {
		t.Error(err)
	}
	f.err = broken
	if _, err := eval.RunAnswers(t.Context(), tea(), &scripted{}, f, eval.AnswerWay{By: f}); !errors.Is(err, broken) || !strings.Contains(err.Error(), "question 1") {
		t.Error(err)
	}
}

func TestEachWayHasFloorsOfItsOwn(t *testing.T) {
	sets := tea()
	sets.Sets[0].Queries[1].Kind = "temporal"
	f := &finding{matches: []recall.Match{match("a", "Warm it to 80 degrees."), match("b", "It takes a while.")}, quote: whole}
	kinds := eval.Floors{Kinds: map[string]float64{"temporal": 0.5, "typed": 0.9}}
	reports, err := eval.RunAnswers(t.Context(), sets, f, f, eval.AnswerWay{By: f}, eval.AnswerWay{Name: "in haste", By: f, Floors: kinds})
	if err != nil || len(reports) != 2 {
		t.Fatal(reports, err)
	}
	if missed := reports[0].Missed(); len(missed) != 0 {
		t.Errorf("without floors: %v", missed)
	}
	if diff := cmp.Diff([]string{"tea, in haste: temporal: best three 0.000, floor 0.50"}, reports[1].Missed()); diff != "" {
		t.Error(diff)
	}
}

// written are a model's answers, by question; to others it fell back.
type written map[string]answer.Answer

func (w written) Answer(_ context.Context, q answer.Question, _ func(answer.Piece)) (answer.Answer, error) {
	if a, found := w[q.Text]; found {
		return a, nil
	}
	return answer.Answer{Notice: "The model did not answer in time."}, nil
}

func TestAModelsAnswersAreAudited(t *testing.T) {
	sets := tea()
	sets.Sets[0].Queries = append(sets.Sets[0].Queries, eval.Query{ID: "3", Text: "who", Kind: eval.Unanswerable})
	f := &finding{matches: []recall.Match{match("a", "Warm it to 80 degrees."), match("b", "It takes a while.")}}
	cite := []answer.Citation{{N: 1, MemoryID: "a", Quote: "Warm it to 80 degrees."}}
	for _, c := range []struct {
		title, text string
		missed      []string
		line        string
	}{
		{"as they must be", "Warm it to 80 degrees [1]. The pot is blue. [?]", nil,
			"by the model 2 of 3, of which 1 ended early; fell back 1. Verbatim 1 of 1 quotes, valid 1 of 1 numbers, marked as they must be 2 of 2 sentences"},
		{"a number of nothing, a sentence without any", "Warm it to 80 degrees [1]. It takes a while [2]. The pot is blue.",
			[]string{"tea, with the model: valid numbers 0.500, floor 1.00", "tea, with the model: sentences that are marked as they must be 0.500, floor 1.00"},
			"valid 1 of 2 numbers, marked as they must be 1 of 2 sentences"},
	} {
		t.Run(c.title, func(t *testing.T) {
			by := written{"how warm": {Kind: answer.Answered, Model: "m", Notice: "early", Blocks: document.Read(c.text), Citations: cite}, "who": {Model: "m"}}
			reports, err := eval.RunAnswers(t.Context(), sets, f, f, eval.AnswerWay{Name: "with the model", By: by, Floors: eval.AnyModel})
			if err != nil {
				t.Fatal(err)
			}
			var table bytes.Buffer
			if err := eval.WriteAnswers(&table, reports); err != nil || !strings.Contains(table.String(), c.line) {
				t.Errorf("%v\n%s", err, table.String())
			}
			if diff := cmp.Diff(c.missed, reports[0].Missed()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteAnswers(t *testing.T) {
	f := &finding{matches: []recall.Match{match("a", "Warm it to 80 degrees."), match("b", "It takes a while.")}, quote: whole}
	r, err := run(t, tea(), f)
	if err != nil {
		t.Fatal(err)
	}
	var table, wire bytes.Buffer
	if err := errors.Join(eval.WriteAnswers(&table, []*eval.AnswerReport{r}), eval.WriteAnswersJSON(&wire, []*eval.AnswerReport{r})); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tea ", "  unanswerable ", "0.500", "under the floor: tea: best sentence"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is missing in\n%s", want, table.String())
		}
	}
	var got []struct {
		Name       string
		Answerable struct{ Questions, Best int }
		Missed     []string
	}
	if err := json.Unmarshal(wire.Bytes(), &got); err != nil || len(got) != 1 || got[0].Answerable.Best != 1 || len(got[0].Missed) != len(r.Missed()) {
		t.Errorf("%v: %s", err, wire.String())
	}
}
