// Package topk tells which scores are among the best so many.
package topk

import "math"

// Threshold is the score that a candidate must reach to be among the best so many: the least of the best that were noted.
type Threshold struct {
	Least float64   // -Inf until there are enough
	heap  []float64 // the best; none is less than the one at half its place
	limit int
}

// New returns the threshold of that many.
func New(limit int) *Threshold { return &Threshold{Least: math.Inf(-1), limit: limit} }

// Note takes in the score of one candidate.
func (t *Threshold) Note(score float64) {
	switch {
	case len(t.heap) < t.limit:
		t.heap = append(t.heap, score)
		t.rise(len(t.heap) - 1)
	case score <= t.Least:
		return
	default:
		t.heap[0] = score
		t.sink(0)
	}
	if len(t.heap) == t.limit {
		t.Least = max(t.Least, t.heap[0])
	}
}

// rise brings the score at a place up to where it belongs.
func (t *Threshold) rise(at int) {
	for above := (at - 1) / 2; at > 0 && t.heap[at] < t.heap[above]; above = (at - 1) / 2 {
		t.heap[at], t.heap[above] = t.heap[above], t.heap[at]
		at = above
	}
}

// sink brings the score at a place down to where it belongs.
func (t *Threshold) sink(at int) {
	for {
		below := 2*at + 1
		if below+1 < len(t.heap) && t.heap[below+1] < t.heap[below] {
			below++
		}
		if below >= len(t.heap) || t.heap[at] <= t.heap[below] {
			return
		}
		t.heap[at], t.heap[below] = t.heap[below], t.heap[at]
		at = below
	}
}
