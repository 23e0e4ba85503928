package sealed

import "unsafe"

// Uint32s returns the bytes as little-endian integers: the same memory, or a copy if unaligned. A
// partial integer at the end is dropped. All supported machines are little-endian.
func Uint32s(b []byte) []uint32 { return cast[uint32](b) }

// Float32s is Uint32s for floats.
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
