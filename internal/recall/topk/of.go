package topk

import (
	"container/heap"
	"slices"
)

// Of returns the first k elements in the order of compare, or all if there are fewer. k must be positive. It reorders the slice.
func Of[T any](all []T, k int, compare func(a, b T) int) []T {
	first := &lastOnTop[T]{all[:min(k, len(all))], compare}
	heap.Init(first)
	for _, one := range all[len(first.kept):] {
		if compare(one, first.kept[0]) < 0 {
			first.kept[0] = one
			heap.Fix(first, 0)
		}
	}
	slices.SortFunc(first.kept, compare)
	return first.kept
}

// lastOnTop is a heap.Interface whose top comes last. It neither grows nor shrinks.
type lastOnTop[T any] struct {
	kept    []T
	compare func(a, b T) int
}

func (h *lastOnTop[T]) Len() int           { return len(h.kept) }
func (h *lastOnTop[T]) Less(i, j int) bool { return h.compare(h.kept[i], h.kept[j]) > 0 }
func (h *lastOnTop[T]) Swap(i, j int)      { h.kept[i], h.kept[j] = h.kept[j], h.kept[i] }
func (h *lastOnTop[T]) Push(any)           {}
func (h *lastOnTop[T]) Pop() any           { return nil }
