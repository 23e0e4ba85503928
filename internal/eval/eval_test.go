package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/eval"
)

// scripted answers every question of a person with the same ranking.
type scripted struct {
	memories map[string][]string
	passages map[string][]eval.Place
	saved    []string
	err      error
}

func (s *scripted) Save(_ context.Context, person string, memories []eval.Memory) error {
	s.saved = append(s.saved, fmt.Sprint(person, " ", len(memories)))
	return s.err
}

func (s *scripted) Ask(_ context.Context, person, _ string, n int) ([]string, error) {
	return s.memories[person][:min(n, len(s.memories[person]))], s.err
}

func (s *scripted) AskPassages(_ context.Context, person, _ string, _ int) ([]eval.Place, error) {
	return s.passages[person], s.err
}

func people() eval.Sets {
	ann, bob := docs("a", "b", "c"), docs("D1:1", "D1:2")
	ann.Name, bob.Name = "ann", "bob"
	ann.Queries = []eval.Query{{ID: "1", Kind: "lexical"}, {ID: "2", Kind: "typed"}, {ID: "nothing answers this", Kind: "typed"}}
	ann.Relevant = map[string]map[string]float64{"1": {"a": 1}, "2": {"b": 1}}
	bob.Queries = []eval.Query{{ID: "1"}, {ID: "2"}}
	bob.Relevant = map[string]map[string]float64{"1": {"D1:1": 1}, "2": {"D1:2": 1}}
	return eval.Sets{Name: "friends", Sets: []eval.Set{ann, bob}}
}

func run(t *testing.T) (*eval.Report, *scripted) {
	t.Helper()
	engram := &scripted{
		memories: map[string][]string{"ann": {"a", "b"}},
		passages: map[string][]eval.Place{"bob": {{MemoryID: "D1", Ord: 2}}},
	}
	report, err := eval.Run(t.Context(), people(), engram, &scripted{memories: map[string][]string{"ann": {"c", "a"}}})
	if err != nil {
		t.Fatal(err)
	}
	return report, engram
}

func TestRun(t *testing.T) {
	r, engram := run(t)
	if want := []string{"ann 3", "bob 1"}; !slices.Equal(engram.saved, want) {
		t.Errorf("saved %v, want %v", engram.saved, want)
	}
	if r.Name != "friends" || r.People != 2 || r.Memories != 4 || r.Passages != 5 || r.Unanswered != 1 || r.Engram.Mean.Questions != 4 {
		t.Errorf("%+v", r)
	}
	if hits := r.Engram.Mean.Of(eval.Hit1); hits != .5 { // ann's first question and bob's second
		t.Errorf("hit@1 %v", hits)
	}
	if hits := r.Words.Mean.Of(eval.Hit5); hits != .25 { // ann's first question
		t.Errorf("hit@5 of words %v", hits)
	}
	if len(r.Engram.Kinds) != 2 || r.Engram.Kinds["typed"].Questions != 1 || r.Engram.Kinds["typed"].Of(eval.MRR10) != .5 {
		t.Errorf("%v", r.Engram.Kinds)
	}
}

func TestRunSaysWhoseQuestionFailed(t *testing.T) {
	broken := errors.New("no room")
	_, err := eval.Run(t.Context(), people(), &scripted{err: broken}, &scripted{})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "ann") {
		t.Error(err)
	}
	_, err = eval.Run(t.Context(), people(), &scripted{}, &scripted{err: broken})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestTable(t *testing.T) {
	r, _ := run(t)
	r.Saving, r.Engram.Asking, r.Words.Asking = 2*time.Second, 6*time.Millisecond, time.Millisecond
	var out bytes.Buffer
	if err := eval.WriteTable(&out, []*eval.Report{r}); err != nil {
		t.Fatal(err)
	}
	want := `
set        questions  ranked by    nDCG@10      R@1      R@5     R@10   MRR@10    hit@1    hit@5
friends            4  Engram         0.658    0.500    0.750    0.750    0.625    0.500    0.750
                      BM25 alone     0.158    0.000    0.250    0.250    0.125    0.000    0.250
                      difference    +0.500   +0.500   +0.500   +0.500   +0.500   +0.500   +0.500
  lexical          1  Engram         1.000    1.000    1.000    1.000    1.000    1.000    1.000
                      BM25 alone     0.631    0.000    1.000    1.000    0.500    0.000    1.000
                      difference    +0.369   +1.000   +0.000   +0.000   +0.500   +1.000   +0.000
  typed            1  Engram         0.631    0.000    1.000    1.000    0.500    0.000    1.000
                      BM25 alone     0.000    0.000    0.000    0.000    0.000    0.000    0.000
                      difference    +0.631   +0.000   +1.000   +1.000   +0.500   +0.000   +1.000

set        people  memories  passages  saved in s  questions  left out  ms a question  BM25 alone
friends         2         4         5         2.0          4         1           1.50        0.25
`
	if got := "\n" + out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestJSON(t *testing.T) {
	r, _ := run(t)
	var out bytes.Buffer
	if err := eval.WriteJSON(&out, []*eval.Report{r}); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Name      string
		Questions int
		LeftOut   int
		Engram    struct {
			Scores map[string]float64
			Kinds  map[string]struct{ Scores map[string]float64 }
		}
		Difference map[string]float64
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Name != "friends" || got[0].Questions != 4 || got[0].LeftOut != 1 || got[0].Engram.Scores["hit@1"] != .5 ||
		got[0].Engram.Kinds["typed"].Scores["MRR@10"] != .5 || got[0].Difference["R@5"] != .5 {
		t.Errorf("%s", out.String())
	}
}
