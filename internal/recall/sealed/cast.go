package sealed

import "unsafe"

// Uint32s returns the bytes as numbers: the same memory, or a copy where it is not aligned for them, as the start of a
// section always is. Bytes that make no whole number are left out. They are taken as the machine has its numbers, which
// is little-endian, as the file is, on every machine that Engram is built for.
func Uint32s(b []byte) []uint32 { return cast[uint32](b) }

// Float32s is as Uint32s.
func Float32s(b []byte) []float32 { return cast[float32](b) }

func cast[T uint32 | float32](b []byte) []T {
	var number T
	size := int(unsafe.Sizeof(number))
	n := len(b) / size
	if n == 0 {
		return nil
	}
	if start := unsafe.Pointer(unsafe.SliceData(b)); uintptr(start)%unsafe.Alignof(number) == 0 {
		return unsafe.Slice((*T)(start), n)
	}
	aligned := make([]T, n)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(aligned))), n*size), b)
	return aligned
}
