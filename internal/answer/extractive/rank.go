package extractive

import (
	"cmp"
	"math"
	"slices"

	"engram/internal/answer"
	"engram/internal/recall"
)

// perPlace holds a memory back for each that the search put before it, in logits.
const perPlace = 0.5

// ranked returns the matches with those first of which a passage was read, by how well that
// answers, and reports that order. It sets the passages' matches accordingly.
func ranked(q answer.Question, read []passage) []recall.Match {
	if q.Ranked == nil || len(read) == 0 {
		return q.Matches
	}
	best := make([]float64, len(q.Matches))
	for i := range best {
		best[i] = math.Inf(-1)
	}
	for _, p := range read {
		best[p.match] = max(best[p.match], p.evidence-perPlace*float64(p.match))
	}
	order := make([]int, len(q.Matches))
	for i := range order {
		order[i] = i
	}
	better := func(a, b int) int { return cmp.Compare(best[b], best[a]) }
	if slices.IsSortedFunc(order, better) {
		return q.Matches
	}
	slices.SortStableFunc(order, better)
	q.Ranked(order)
	for i := range read {
		read[i].match = slices.Index(order, read[i].match)
	}
	return answer.Arrange(q.Matches, order)
}
