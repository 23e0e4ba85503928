package search

import "engram/internal/recall"

// leastShare is how much of what the best passage of all covers of the question the best one under the filters must
// cover. Measured on 75 questions about 320 memories, each with every kind and month as its filter: at 0.6 no filter
// that was right is dropped (the first one is at 0.8), and 97 of 100 that were wrong are; at 0.3 only 81 are.
const leastShare = 0.6

// hides reports whether filters that left some of all matches hide what answers better.
func hides(some, all []recall.Match) bool {
	return len(some) == 0 || coverage(some) < leastShare*coverage(all)
}

// coverage is how much of the question the best passage covers.
func coverage(matches []recall.Match) float64 {
	best := 0.0
	for _, m := range matches {
		for _, h := range m.Passages {
			best = max(best, h.Coverage)
		}
	}
	return best
}
