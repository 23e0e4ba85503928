// Package vector compares quantised vectors: the scan kernels of the recall engine.
//
// Vectors are int8 rows made by Quantise, contiguous and padded to Stride. 1-bit rows of their
// signs, BitStride bytes each, select candidates at an eighth of the cost. Kernels are chosen at
// start by processor, see Kernel, and all return the same integers.
package vector

import (
	"encoding/binary"
	"math"
	"unsafe"
)

const (
	// lane is the padding of rows in dimensions: a 512-bit register of int8, a word of bits.
	lane = 64
	// wordSize is the bytes in a word of bits.
	wordSize = lane / 8
)

// Stride returns the bytes of an int8 row: dims, not negative, rounded up to 64.
func Stride(dims int) int { return (dims + lane - 1) / lane * lane }

// BitStride returns the bytes of a 1-bit row, the same for a vector and its padded row.
func BitStride(dims int) int { return Stride(dims) / 8 }

// Quantise scales v to a largest magnitude of 127 and rounds half away from zero. The sine of the
// angle it turns by is at most √dims ÷ (2·Norm). It returns nil for vectors without a direction:
// empty, zero, NaN or infinite.
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

// magnitude returns the largest magnitude in v: 0 if empty, NaN if v holds one.
func magnitude(v []float32) float64 {
	largest := 0.0
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x)))
	}
	return largest
}

// Norm returns the Euclidean length of v. A cosine is a dot product divided by both norms.
func Norm(v []int8) float64 {
	var sum int64
	for _, x := range v {
		sum += int64(x) * int64(x)
	}
	return math.Sqrt(float64(sum))
}

// PutBits writes the signs of v to dst, as little-endian 64-bit words: bit i is set if v[i] > 0. It
// panics unless dst has BitStride(len(v)) bytes.
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

// signs returns the signs of up to 64 numbers.
func signs(v []int8) uint64 {
	var word uint64
	for i, x := range v {
		if x > 0 {
			word |= 1 << i
		}
	}
	return word
}

// Int8s returns the same memory as int8. Copying mapped rows would cost as much as scanning them.
func Int8s(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}
