package vector

import (
	"encoding/binary"
	"math/bits"
)

// plain is the portable kernel and the reference for others.
var plain = kernel{name: "go", dot: dotPlain, dots: dotsPlain, distances: distancesPlain}

// dotPlain uses four accumulators, to shorten the dependency chain.
func dotPlain(a, b []int8) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += int32(a[0])*int32(b[0]) + int32(a[4])*int32(b[4])
		s1 += int32(a[1])*int32(b[1]) + int32(a[5])*int32(b[5])
		s2 += int32(a[2])*int32(b[2]) + int32(a[6])*int32(b[6])
		s3 += int32(a[3])*int32(b[3]) + int32(a[7])*int32(b[7])
		a, b = a[8:], b[8:]
	}
	return s0 + s1 + s2 + s3
}

func dotsPlain(dst []int32, query, rows []int8) {
	for i := range dst {
		dst[i] = dotPlain(query, rows[i*len(query):][:len(query)])
	}
}

func distancesPlain(dst []uint16, query, rows []byte) {
	for i := range dst {
		dst[i] = distancePlain(query, rows[i*len(query):][:len(query)])
	}
}

func distancePlain(a, b []byte) uint16 {
	n := 0
	for len(a) >= wordSize && len(b) >= wordSize {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(a) ^ binary.LittleEndian.Uint64(b))
		a, b = a[wordSize:], b[wordSize:]
	}
	return uint16(n)
}
