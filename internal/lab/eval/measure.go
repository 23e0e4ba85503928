package eval

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// depth is the number of results of a ranking that count.
const depth = 10

// Name is the name of a measure. Each of them is between 0 and 1, and 1 is best.
type Name string

// The measures. The documents that answer a question are its relevant ones.
const (
	NDCG10   Name = "nDCG@10" // what the first ten gain, discounted by rank, over what the best order would gain
	Recall1  Name = "R@1"     // the share of the relevant that are among the first one, five and ten
	Recall5  Name = "R@5"
	Recall10 Name = "R@10"
	MRR10    Name = "MRR@10" // one over the rank of the first relevant one, 0 when it is not among the first ten
	Hit1     Name = "hit@1"  // 1 when any relevant one is among the first one and five
	Hit5     Name = "hit@5"
)

// Names are all measures, in the order in which they are shown.
var Names = []Name{NDCG10, Recall1, Recall5, Recall10, MRR10, Hit1, Hit5}

// Scores holds a value of each measure.
type Scores map[Name]float64

// Score says how well a ranking, of which the first ten count, answers a question whose relevant documents are given
// with their grades, all above 0. There must be one at least.
func Score(ranking []string, relevant map[string]float64) Scores {
	ranking = ranking[:min(len(ranking), depth)]
	return Scores{
		NDCG10:   gain(grades(ranking, relevant)) / gain(ideal(relevant)),
		Recall1:  found(ranking, relevant, 1) / float64(len(relevant)),
		Recall5:  found(ranking, relevant, 5) / float64(len(relevant)),
		Recall10: found(ranking, relevant, 10) / float64(len(relevant)),
		MRR10:    reciprocalRank(ranking, relevant),
		Hit1:     min(1, found(ranking, relevant, 1)),
		Hit5:     min(1, found(ranking, relevant, 5)),
	}
}

// gain sums grades, each the less the lower it stands.
func gain(grades []float64) float64 {
	sum := 0.0
	for i, grade := range grades {
		sum += grade / math.Log2(float64(i)+2)
	}
	return sum
}

func grades(ranking []string, relevant map[string]float64) []float64 {
	all := make([]float64, len(ranking))
	for i, id := range ranking {
		all[i] = relevant[id]
	}
	return all
}

// ideal is the grades of the best ranking there could be.
func ideal(relevant map[string]float64) []float64 {
	best := slices.SortedFunc(maps.Values(relevant), func(a, b float64) int { return cmp.Compare(b, a) })
	return best[:min(len(best), depth)]
}

// found counts the relevant documents among the first k.
func found(ranking []string, relevant map[string]float64, k int) float64 {
	n := 0.0
	for _, id := range ranking[:min(len(ranking), k)] {
		if relevant[id] > 0 {
			n++
		}
	}
	return n
}

func reciprocalRank(ranking []string, relevant map[string]float64) float64 {
	first := slices.IndexFunc(ranking, func(id string) bool { return relevant[id] > 0 })
	if first < 0 {
		return 0
	}
	return 1 / float64(first+1)
}

// Mean is the mean of scores, each question counting the same. Its zero value is that of none.
type Mean struct {
	Questions int
	sums      Scores
}

// Add counts one question's scores in.
func (m *Mean) Add(s Scores) {
	if m.sums == nil {
		m.sums = make(Scores)
	}
	for _, name := range Names {
		m.sums[name] += s[name]
	}
	m.Questions++
}

// Of returns the mean of a measure, 0 when there were no questions.
func (m Mean) Of(name Name) float64 { return m.sums[name] / float64(max(m.Questions, 1)) }

// Scores returns the mean of every measure.
func (m Mean) Scores() Scores {
	all := make(Scores)
	for _, name := range Names {
		all[name] = m.Of(name)
	}
	return all
}

// String writes all of it in a line.
func (m Mean) String() string {
	var line strings.Builder
	for _, name := range Names {
		fmt.Fprintf(&line, "%s %.3f  ", name, m.Of(name))
	}
	return fmt.Sprintf("%s(%d questions)", &line, m.Questions)
}
