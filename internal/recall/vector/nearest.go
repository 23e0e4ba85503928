package vector

import "math"

// LeftOut is the distance of a row that Nearest must skip.
const LeftOut = math.MaxUint16

// Nearest appends the indices of the k smallest distances to dst, in ascending order of index;
// lower indices win ties. Rows with LeftOut are skipped, so there may be fewer.
//
// It uses a histogram instead of sorting: two more passes.
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

// cut returns the limit of the k smallest distances: all below limit-1, and ties of those equal to
// it. Adding one turns LeftOut into 0, which avoids a branch.
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
