package vector

import "math"

// LeftOut marks a row that Nearest must not return.
const LeftOut = math.MaxUint16

// Nearest appends to dst the indices of the k smallest distances, in ascending order of index; of equal distances the
// lower indices win. Distances that are LeftOut are passed over, so there may be fewer than k.
//
// It counts how often each distance occurs instead of sorting: two more passes over what Distances wrote.
func Nearest(dst []uint32, distances []uint16, k int) []uint32 {
	if k <= 0 {
		return dst
	}
	limit, ties := cut(distances, k)
	for i, d := range distances {
		if d+1 > limit || d == LeftOut {
			continue
		}
		if d+1 == limit {
			if ties == 0 {
				continue
			}
			ties--
		}
		dst = append(dst, uint32(i))
	}
	return dst
}

// cut returns where the k smallest distances end: all below limit-1 are among them, and so many that equal limit-1. With
// one added, as here, what is left out becomes 0, and the greatest distance is known without a branch.
func cut(distances []uint16, k int) (limit uint16, ties int) {
	var greatest uint16
	for _, d := range distances {
		greatest = max(greatest, d+1)
	}
	counts := make([]int, int(greatest)+1)
	for _, d := range distances {
		counts[d+1]++
	}
	for limit = 1; limit < greatest && counts[limit] < k; limit++ {
		k -= counts[limit]
	}
	return limit, k
}
