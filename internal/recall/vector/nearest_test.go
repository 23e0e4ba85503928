package vector

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	for title, c := range map[string]struct {
		distances []uint16
		k         int
		want      []uint32
	}{
		"ascending indices, not distances": {[]uint16{5, 9, 1, 3}, 3, []uint32{0, 2, 3}},
		"of ties the lower indices":        {[]uint16{2, 1, 2, 2}, 3, []uint32{0, 1, 2}},
		"excluded rows are skipped":        {[]uint16{LeftOut, 4, LeftOut, 3}, 3, []uint32{1, 3}},
		"all left out":                     {[]uint16{LeftOut, LeftOut}, 1, nil},
		"the greatest distance":            {[]uint16{LeftOut - 1, LeftOut}, 2, []uint32{0}},
		"more than there are":              {[]uint16{0, 0}, 5, []uint32{0, 1}},
		"none asked":                       {[]uint16{0}, 0, nil},
		"fewer than none asked":            {[]uint16{0}, -1, nil},
		"none there":                       {nil, 3, nil},
	} {
		if got := Nearest(nil, c.distances, c.k); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", title, got, c.want)
		}
	}
}

func TestNearestIsAsSorting(t *testing.T) {
	distance := rapid.OneOf(rapid.Uint16Range(0, 4), rapid.Uint16Range(180, 200), rapid.Uint16(), rapid.Just(uint16(LeftOut)))
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.SliceOf(distance).Draw(t, "distances")
		k := rapid.IntRange(0, len(distances)+2).Draw(t, "k")
		got := Nearest([]uint32{7}, distances, k)
		if want := append([]uint32{7}, sorted(distances, k)...); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// sorted is the definition of Nearest.
func sorted(distances []uint16, k int) []uint32 {
	var indices []uint32
	for i, d := range distances {
		if d != LeftOut {
			indices = append(indices, uint32(i))
		}
	}
	slices.SortStableFunc(indices, func(a, b uint32) int { return cmp.Compare(distances[a], distances[b]) })
	indices = indices[:min(k, len(indices))]
	slices.Sort(indices)
	return indices
}
