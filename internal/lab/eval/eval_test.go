package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/lab/eval"
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

// friends returns the report of both and BM25 alone with people.
func friends(t *testing.T) (*eval.Report, *scripted) {
	t.Helper()
	engram := &scripted{
		memories: map[string][]string{"ann": {"a", "b"}},
		passages: map[string][]eval.Place{"bob": {{MemoryID: "D1", Ord: 2}}},
	}
	worse := &scripted{memories: map[string][]string{"ann": {"c", "a"}}}
	report, err := eval.Run(t.Context(), people(), engram, map[eval.Way]eval.Ranker{eval.Both: engram, eval.Words: engram, eval.Plain: worse})
	if err != nil {
		t.Fatal(err)
	}
	return report, engram
}

func TestRun(t *testing.T) {
	r, engram := friends(t)
	if want := []string{"ann 3", "bob 1"}; !slices.Equal(engram.saved, want) {
		t.Errorf("saved %v, want %v", engram.saved, want)
	}
	if r.Name != "friends" || r.People != 2 || r.Memories != 4 || r.Passages != 5 || r.Unanswered != 1 || r.Product().Mean.Questions != 4 {
		t.Errorf("%+v", r)
	}
	if want := []eval.Way{eval.Plain, eval.Words, eval.Both}; !slices.Equal(r.Ways(), want) {
		t.Errorf("ways %v, want %v", r.Ways(), want)
	}
	if hits := r.Product().Mean.Of(eval.Hit1); hits != .5 { // ann's first question and bob's second
		t.Errorf("hit@1 %v", hits)
	}
	if hits := r.Results[eval.Plain].Mean.Of(eval.Hit5); hits != .25 { // ann's first question
		t.Errorf("hit@5 of BM25 alone %v", hits)
	}
	if kinds := r.Product().Kinds; len(kinds) != 2 || kinds["typed"].Questions != 1 || kinds["typed"].Of(eval.MRR10) != .5 {
		t.Errorf("%v", kinds)
	}
}

func TestWithoutAModelTheProductGoesByWords(t *testing.T) {
	r := &eval.Report{Results: map[eval.Way]*eval.Result{eval.Plain: {}, eval.Words: {}}}
	if r.Product() != r.Results[eval.Words] {
		t.Error("the product does something else")
	}
}

func TestRunSaysWhoseQuestionFailed(t *testing.T) {
	broken := errors.New("no room")
	for name, test := range map[string]struct{ library, ranker *scripted }{
		"saving": {&scripted{err: broken}, &scripted{}},
		"asking": {&scripted{}, &scripted{err: broken}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := eval.Run(t.Context(), people(), test.library, map[eval.Way]eval.Ranker{eval.Words: test.ranker})
			if !errors.Is(err, broken) || !strings.Contains(err.Error(), "ann") {
				t.Error(err)
			}
		})
	}
}

// asking is a ranker whose questions take the given times, one after the other.
type asking struct {
	scripted
	takes []time.Duration
}

func (a *asking) Ask(ctx context.Context, person, question string, n int) ([]string, error) {
	time.Sleep(a.takes[0])
	a.takes = a.takes[1:]
	return a.scripted.Ask(ctx, person, question, n)
}

func TestMedian(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := docs("a")
		set.Relevant = map[string]map[string]float64{"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}}
		set.Queries = []eval.Query{{ID: "1"}, {ID: "2"}, {ID: "3"}}
		var r eval.Result
		// what comes before the first question reads the index, and does not count
		err := r.Add(t.Context(), set, &asking{takes: []time.Duration{time.Hour, time.Second, 3 * time.Second, 2 * time.Second}})
		if err != nil || r.Median() != 2*time.Second {
			t.Errorf("%v, %v", r.Median(), err)
		}
	})
}

func TestTable(t *testing.T) {
	r, _ := friends(t)
	r.Saving = 2 * time.Second
	var out bytes.Buffer
	if err := eval.WriteTable(&out, []*eval.Report{r}); err != nil {
		t.Fatal(err)
	}
	want := `
set        questions  ranked by        nDCG@10      R@1      R@5     R@10   MRR@10    hit@1    hit@5
friends            4  BM25 alone         0.158    0.000    0.250    0.250    0.125    0.000    0.250
                      words              0.658    0.500    0.750    0.750    0.625    0.500    0.750
                      both               0.658    0.500    0.750    0.750    0.625    0.500    0.750
                      difference        +0.500   +0.500   +0.500   +0.500   +0.500   +0.500   +0.500
  lexical          1  BM25 alone         0.631    0.000    1.000    1.000    0.500    0.000    1.000
                      words              1.000    1.000    1.000    1.000    1.000    1.000    1.000
                      both               1.000    1.000    1.000    1.000    1.000    1.000    1.000
                      difference        +0.369   +1.000   +0.000   +0.000   +0.500   +1.000   +0.000
  typed            1  BM25 alone         0.000    0.000    0.000    0.000    0.000    0.000    0.000
                      words              0.631    0.000    1.000    1.000    0.500    0.000    1.000
                      both               0.631    0.000    1.000    1.000    0.500    0.000    1.000
                      difference        +0.631   +0.000   +1.000   +1.000   +0.500   +0.000   +1.000

set        people  memories  passages  saved in s  passages/s  questions  left out  p50 in ms:  BM25 alone  words  meaning alone  both
friends         2         4         5         2.0           2          4         1                    #.##   #.##              -  #.##
`
	if got := "\n" + regexp.MustCompile(`\d\.\d\d( |\n)`).ReplaceAllString(out.String(), "#.##$1"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestJSON(t *testing.T) {
	r, _ := friends(t)
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
		Meaning    *struct{}
		Difference map[string]float64
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Name != "friends" || got[0].Questions != 4 || got[0].LeftOut != 1 || got[0].Engram.Scores["hit@1"] != .5 ||
		got[0].Engram.Kinds["typed"].Scores["MRR@10"] != .5 || got[0].Meaning != nil || got[0].Difference["R@5"] != .5 {
		t.Errorf("%s", out.String())
	}
}
