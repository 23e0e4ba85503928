package vector

import "slices"

// The self-test uses rows of nine registers, to cover a full and a partial register of bits, and a
// group of rows plus one.
const (
	knownDims = 9 * lane
	knownRows = 5
)

// Expected results, computed independently.
var (
	knownDots      = []int32{365568, 861912, 498040, 314448, 439952}
	knownDistances = []uint16{268, 218, 281, 276, 272}
)

// works reports whether the kernel computes the expected results.
func (k kernel) works() bool {
	query := knownRow(knownRows)
	var rows []int8
	var bits []byte
	for i := range knownRows {
		rows = append(rows, knownRow(i)...)
		bits = append(bits, bitsOf(knownRow(i))...)
	}
	dots, distances := make([]int32, knownRows), make([]uint16, knownRows)
	k.dots(dots, query, rows)
	k.distances(distances, bitsOf(query), bits)
	return slices.Equal(dots, knownDots) && slices.Equal(distances, knownDistances) &&
		k.dot(query, rows[:knownDims]) == knownDots[0]
}

// knownRow returns a row of the self-test: row 0 is all minimum, others run through all values,
// some in long runs of one sign that overflow narrow sums.
func knownRow(number int) []int8 {
	row := make([]int8, knownDims)
	for i := range row {
		row[i] = int8(number*i*i/16 - 128)
	}
	return row
}

// bitsOf returns the 1-bit vector of a row.
func bitsOf(row []int8) []byte {
	bits := make([]byte, BitStride(len(row)))
	PutBits(bits, row)
	return bits
}
