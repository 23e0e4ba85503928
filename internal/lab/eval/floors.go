package eval

import (
	"fmt"
	"maps"
	"slices"
)

// Floors are the least that answers of one way must reach, as shares. Best, Any and FalselyAtMost hold for questions that
// share words with what answers them, and Kinds for the others.
type Floors struct {
	Best          float64            // the words of the answer stand in the best sentence
	Any           float64            // or in one of the best three
	Refused       float64            // of questions that have no answer
	FalselyAtMost float64            // of those that have one
	Kinds         map[string]float64 // as Any, by kind: what was reached once
}

// What was reached with a reader, which refuses more than sentences do, and by words alone or where there was no time to
// compare sentences by their meaning.
var (
	WithReader = Floors{Best: 0.75, Any: 0.85, Refused: 0.80, FalselyAtMost: 0.17,
		Kinds: map[string]float64{"paraphrase": 0.09, "temporal": 0.20, "typed": 0.93}}
	ByWords = Floors{Best: 0.75, Any: 0.87, Refused: 0.71, FalselyAtMost: 0.05,
		Kinds: map[string]float64{"temporal": 0.50, "typed": 0.93, "crosslingual": 0.10}}
)

// Everyday holds for the lives of eval/everyday, where most questions are in other words than their answer or near misses: each
// life of dev reached it.
var Everyday = Floors{Any: 0.45, Refused: 0.80, FalselyAtMost: 0.55}

// AnyModel holds nothing that only a good model reaches.
var AnyModel = Floors{FalselyAtMost: 1}

// checkedFloor holds whatever answers: of all quotes and, of a model's answers, of numbers and sentences.
const checkedFloor = 1.00

// Missed says which floors the answers of a set are under; it is empty where none is.
func (r *AnswerReport) Missed() []string {
	var all []string
	worded, nothing, every := r.worded(), r.Nothing, r.All()
	under := func(what string, n, of int, floor float64) {
		if of > 0 && share(n, of) < floor {
			all = append(all, fmt.Sprintf("%s: %s %.3f, floor %.2f", r.title(), what, share(n, of), floor))
		}
	}
	under("best sentence", worded.Best, worded.Told, r.floors.Best)
	under("best three", worded.Any, worded.Told, r.floors.Any)
	for _, kind := range slices.Sorted(maps.Keys(r.floors.Kinds)) {
		if t := r.Kinds[kind]; t != nil {
			under(kind+": best three", t.Any, t.Told, r.floors.Kinds[kind])
		}
	}
	under("refused", nothing.Refused, nothing.Questions, r.floors.Refused)
	under("verbatim", every.Verbatim, every.Quotes, checkedFloor)
	under("valid numbers", every.Audit.Valid, every.Audit.Numbers, checkedFloor)
	under("sentences that are marked as they must be", every.Audit.Marked, every.Audit.Sentences, checkedFloor)
	if share(worded.Refused, worded.Questions) > r.floors.FalselyAtMost {
		all = append(all, fmt.Sprintf("%s: falsely refused %.3f, at most %.2f", r.title(), share(worded.Refused, worded.Questions), r.floors.FalselyAtMost))
	}
	return all
}

// title names the set and the way.
func (r *AnswerReport) title() string {
	if r.Way == "" {
		return r.Name
	}
	return r.Name + ", " + r.Way
}

// share is n divided by a total, 0 for no total.
func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
