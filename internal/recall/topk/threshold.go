// Package topk computes the score that a candidate needs to be among the best k.
package topk

import "math"

// Threshold keeps the k best scores in a min-heap.
type Threshold struct {
	Min   float64   // the k-th best score; -Inf until there are k
	heap  []float64 // min-heap of the best
	limit int
}

// New returns the threshold of the best limit.
func New(limit int) *Threshold { return &Threshold{Min: math.Inf(-1), limit: limit} }

// Add adds the score of a candidate.
func (t *Threshold) Add(score float64) {
	switch {
	case len(t.heap) < t.limit:
		t.heap = append(t.heap, score)
		t.up(len(t.heap) - 1)
	case score <= t.Min:
		return
	default:
		t.heap[0] = score
		t.down(0)
	}
	if len(t.heap) == t.limit {
		t.Min = max(t.Min, t.heap[0])
	}
}

// up restores the heap after the score at an index decreased.
func (t *Threshold) up(at int) {
	for above := (at - 1) / 2; at > 0 && t.heap[at] < t.heap[above]; above = (at - 1) / 2 {
		t.heap[at], t.heap[above] = t.heap[above], t.heap[at]
		at = above
	}
}

// down restores the heap after the score at an index increased.
func (t *Threshold) down(at int) {
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
