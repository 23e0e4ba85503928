package answer

import (
	"cmp"
	"slices"

	"engram/internal/recall"
)

// firstMatches are the matches that each have a passage among those sent before any has two.
const firstMatches = 5

// passage is one that the model is sent, and may cite.
type passage struct {
	n   int // the number of its match, from 1
	hit recall.Hit
}

// chosen returns the passages that fit into so many tokens, with what cost says that each takes: the best of the first
// matches, then all others by their score. They come in the order of their numbers, and within a memory as they stand there.
func chosen(matches []recall.Match, budget int, cost func(passage) int) []passage {
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
