package answer

import (
	"cmp"
	"slices"

	"engram/internal/recall"
)

// firstMatches is the number of matches that get one passage each before any gets two.
const firstMatches = 5

// passage is a passage that is sent to the model.
type passage struct {
	n   int // number of its match, from 1
	hit recall.Hit
}

// choosePassages returns the passages that fit into the token budget: the best of the first
// matches, then all others by score, ordered by match and position.
func choosePassages(matches []recall.Match, budget int, cost func(passage) int) []passage {
	var first, rest []passage
	for i, m := range matches {
		for j, hit := range m.Passages {
			if j == 0 && i < firstMatches {
				first = append(first, passage{i + 1, hit})
			} else {
				rest = append(rest, passage{i + 1, hit})
			}
		}
	}
	slices.SortStableFunc(rest, func(a, b passage) int { return cmp.Compare(b.hit.Score, a.hit.Score) })
	var fit []passage
	for _, p := range slices.Concat(first, rest) {
		if c := cost(p); c <= budget {
			budget -= c
			fit = append(fit, p)
		}
	}
	slices.SortStableFunc(fit, func(a, b passage) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.hit.Ord, b.hit.Ord))
	})
	return fit
}
