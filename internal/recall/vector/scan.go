package vector

import (
	"fmt"
	"math"
)

// Dot returns the dot product of two padded rows of equal length, exact up to 131,071 dimensions.
// It panics if lengths differ or are not a Stride.
func Dot(a, b []int8) int32 {
	if len(a) != len(b) || len(a)%lane != 0 {
		panic(fmt.Sprintf("vector: Dot: rows of %d and %d bytes", len(a), len(b)))
	}
	if len(a) == 0 {
		return 0
	}
	return chosen.dot(a, b)
}

// Dots sets dst[i] to the dot product of the padded query and row i. Exact like Dot. It panics if
// lengths don't match.
func Dots(dst []int32, query, rows []int8) {
	if len(query)%lane != 0 || len(rows) != len(dst)*len(query) {
		panic(fmt.Sprintf("vector: Dots: %d rows asked of %d bytes, with a query of %d", len(dst),
			len(rows), len(query)))
	}
	if len(rows) == 0 {
		clear(dst)
		return
	}
	chosen.dots(dst, query, rows)
}

// Distances sets dst[i] to the Hamming distance between the query's bits and row i's. It panics if
// the query is not a BitStride long, exceeds 32,768 dimensions, or lengths don't match.
func Distances(dst []uint16, query, rows []byte) {
	if len(query)%wordSize != 0 || len(query)*8 > math.MaxInt16+1 ||
		len(rows) != len(dst)*len(query) {
		panic(fmt.Sprintf("vector: Distances: %d rows asked of %d bytes, with a query of %d",
			len(dst), len(rows), len(query)))
	}
	if len(rows) == 0 {
		clear(dst)
		return
	}
	chosen.distances(dst, query, rows)
}
