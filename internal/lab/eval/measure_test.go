package eval_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/lab/eval"
)

// The discounts of the first ranks: 1 over the binary logarithm of rank + 1.
const (
	second = 0.6309297535714575
	third  = 0.5
	fifth  = 0.38685280723454163
	tenth  = 0.2890648263178878
)

func TestScore(t *testing.T) {
	none := []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9"}
	for name, test := range map[string]struct {
		ranking  []string
		relevant map[string]float64
		want     eval.Scores
	}{
		"the answer comes first": {
			[]string{"a", "x"}, map[string]float64{"a": 1},
			eval.Scores{eval.NDCG10: 1, eval.Recall1: 1, eval.Recall5: 1, eval.Recall10: 1, eval.MRR10: 1, eval.Hit1: 1, eval.Hit5: 1},
		},
		"the answer comes fifth": {
			[]string{"x", "y", "z", "w", "a"}, map[string]float64{"a": 1},
			eval.Scores{eval.NDCG10: fifth, eval.Recall5: 1, eval.Recall10: 1, eval.MRR10: .2, eval.Hit5: 1},
		},
		"the answer comes tenth": {
			append(none, "a"), map[string]float64{"a": 3},
			eval.Scores{eval.NDCG10: tenth, eval.Recall10: 1, eval.MRR10: .1},
		},
		"the answer comes too late": {append(none, "x10", "a"), map[string]float64{"a": 1}, eval.Scores{}},
		"nothing is found":          {nil, map[string]float64{"a": 1}, eval.Scores{}},
		"one of four comes first": {
			[]string{"a", "x"}, map[string]float64{"a": 1, "b": 1, "c": 1, "d": 1},
			eval.Scores{
				eval.NDCG10:  1 / (1 + second + third + 0.43067655807339306),
				eval.Recall1: .25, eval.Recall5: .25, eval.Recall10: .25, eval.MRR10: 1, eval.Hit1: 1, eval.Hit5: 1,
			},
		},
		"the better answer comes third": {
			[]string{"good", "x", "best"}, map[string]float64{"good": 1, "best": 2},
			eval.Scores{
				eval.NDCG10:  (1 + 2*third) / (2 + second),
				eval.Recall1: .5, eval.Recall5: 1, eval.Recall10: 1, eval.MRR10: 1, eval.Hit1: 1, eval.Hit5: 1,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := eval.Score(test.ranking, test.relevant)
			for _, measure := range eval.Names {
				if math.Abs(got[measure]-test.want[measure]) > 1e-12 {
					t.Errorf("%s is %v, want %v", measure, got[measure], test.want[measure])
				}
			}
		})
	}
}

func TestMoreThanTenAnswersFillTheIdeal(t *testing.T) {
	relevant := map[string]float64{}
	var ranking []string
	for i := range 20 {
		id := fmt.Sprint(i)
		relevant[id] = 1
		ranking = append(ranking, id)
	}
	got := eval.Score(ranking, relevant)
	if got[eval.NDCG10] != 1 || got[eval.Recall10] != .5 || got[eval.Recall5] != .25 {
		t.Errorf("%v", got)
	}
}

func TestScoresAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(rapid.IntRange(0, 30), 0, 15, rapid.ID[int]).Draw(t, "ranking")
		relevant := map[string]float64{}
		for id, grade := range rapid.MapOfN(rapid.IntRange(0, 30), rapid.Float64Range(.1, 3), 1, 15).Draw(t, "relevant") {
			relevant[fmt.Sprint(id)] = grade
		}
		ranking := make([]string, len(ids))
		for i, id := range ids {
			ranking[i] = fmt.Sprint(id)
		}
		s := eval.Score(ranking, relevant)
		for _, name := range eval.Names {
			if s[name] < 0 || s[name] > 1+1e-9 {
				t.Fatalf("%s is %v", name, s[name])
			}
		}
		for _, pair := range [][2]eval.Name{
			{eval.Recall1, eval.Recall5}, {eval.Recall5, eval.Recall10}, {eval.Recall1, eval.Hit1}, {eval.Hit1, eval.Hit5},
			{eval.Recall5, eval.Hit5}, {eval.Hit1, eval.MRR10},
		} {
			if s[pair[0]] > s[pair[1]] {
				t.Fatalf("%s %v is above %s %v", pair[0], s[pair[0]], pair[1], s[pair[1]])
			}
		}
	})
}

func TestMeanCountsEveryQuestionTheSame(t *testing.T) {
	var m eval.Mean
	if m.Of(eval.Hit1) != 0 {
		t.Error("the mean of nothing is not 0")
	}
	for _, hit := range []float64{1, 0, 0, 1} {
		m.Add(eval.Scores{eval.Hit1: hit, eval.NDCG10: hit / 2})
	}
	if m.Questions != 4 || m.Of(eval.Hit1) != .5 || m.Scores()[eval.NDCG10] != .25 || m.Of(eval.MRR10) != 0 {
		t.Errorf("%d questions, %v", m.Questions, m.Scores())
	}
}
