package topk_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/recall/topk"
)

func TestOfReturnsTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 60).Draw(t, "all")
		k := rapid.IntRange(1, 70).Draw(t, "k")
		want := slices.Sorted(slices.Values(all))
		want = want[:min(k, len(want))]
		if got := topk.Of(all, k, cmp.Compare[int]); !slices.Equal(got, want) {
			t.Fatalf("the first %d are %v, got %v", k, want, got)
		}
	})
}
