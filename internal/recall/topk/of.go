package topk

import (
	"container/heap"
	"slices"
)

// Of returns the first k elements in the order of compare, or all if there are fewer. k must be positive. It reorders the slice.
func Of[T any](all []T, k int, compare func(a, b T) int) []T {
	if len(all) > k {
		all = first(all, k, compare)
	}
	slices.SortFunc(all, compare)
	return all
}

// first is Of for more than k elements, without their order.
func first[T any](all []T, k int, compare func(a, b T) int) []T {
	h := &lastOnTop[T]{all[:k], compare}
	heap.Init(h)
	for _, one := range all[k:] {
		if compare(one, h.kept[0]) < 0 {
			h.kept[0] = one
			heap.Fix(h, 0)
		}
	}
	return h.kept
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
