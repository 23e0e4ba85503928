// Package vector compares meanings: the scan kernels of the recall engine.
//
// A meaning is a vector of int8, made by Quantise. Rows of them lie one after the other in memory, each padded with zeros
// to Stride bytes. Rows of their signs, one bit a dimension and BitStride bytes each, may lie beside them: an eighth of the
// bytes tells which rows deserve an exact look.
//
// The kernels are written for the processors at hand and chosen at start, see Kernel. Each finds the very integers that the
// one in plain Go finds.
package vector

import (
	"encoding/binary"
	"math"
	"unsafe"
)

const (
	// lane is what rows are padded to, in dimensions: one register of 512 bits of int8, one word of signs.
	lane = 64
	// wordSize is the size of a word of signs, in bytes.
	wordSize = lane / 8
)

// Stride returns the size in bytes of one int8 row: dims, which is not negative, rounded up to a multiple of 64.
func Stride(dims int) int { return (dims + lane - 1) / lane * lane }

// BitStride returns the size in bytes of one row of signs: dims, which is not negative, rounded up to a multiple of 64,
// divided by 8. It is the same for a vector and for its padded row.
func BitStride(dims int) int { return Stride(dims) / 8 }

// Quantise returns v scaled so that its largest magnitude becomes 127, each number rounded to the nearest integer, half
// away from zero. Its length is lost; it turns by an angle whose sine is at most √dims ÷ (2·Norm of the result). Quantise
// returns nil for what has no direction: an empty or zero vector, and one with a NaN or an infinity.
func Quantise(v []float32) []int8 {
	largest := magnitude(v)
	if largest == 0 || math.IsNaN(largest) || math.IsInf(largest, 1) {
		return nil
	}
	quantised := make([]int8, len(v))
	for i, x := range v {
		quantised[i] = int8(math.Round(float64(x) * math.MaxInt8 / largest))
	}
	return quantised
}

// magnitude returns the largest magnitude among v: 0 for an empty v, NaN when v holds one.
func magnitude(v []float32) float64 {
	largest := 0.0
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x)))
	}
	return largest
}

// Norm returns the Euclidean length of v, padded or not. A cosine is a dot product divided by the norms of both vectors.
func Norm(v []int8) float64 {
	var sum int64
	for _, x := range v {
		sum += int64(x) * int64(x)
	}
	return math.Sqrt(float64(sum))
}

// PutBits writes the signs of v to dst: bit i of its little-endian words of 64 bits is set when v[i] > 0, and the bits
// beyond v are zero. It panics unless dst is BitStride(len(v)) bytes long.
func PutBits(dst []byte, v []int8) {
	if len(dst) != BitStride(len(v)) {
		panic("vector: PutBits: dst is not BitStride(len(v)) bytes long")
	}
	for ; len(dst) > 0; dst = dst[wordSize:] {
		some := v[:min(lane, len(v))]
		binary.LittleEndian.PutUint64(dst, signs(some))
		v = v[len(some):]
	}
}

// signs returns the signs of at most 64 numbers.
func signs(v []int8) uint64 {
	var word uint64
	for i, x := range v {
		if x > 0 {
			word |= 1 << i
		}
	}
	return word
}

// Int8s returns the same memory, seen as int8. Rows are read from mapped files as bytes; to copy them in order to change
// their type would cost as much as the scan.
func Int8s(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}
