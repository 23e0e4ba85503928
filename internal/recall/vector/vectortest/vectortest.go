// Package vectortest provides a baseline for scans: reading the same bytes without computing.
package vectortest

import "encoding/binary"

// readPlain returns the XOR of the words of b, zero-padded, in four accumulators.
func readPlain(b []byte) uint64 {
	var s0, s1, s2, s3 uint64
	for ; len(b) >= 32; b = b[32:] {
		s0 ^= binary.LittleEndian.Uint64(b)
		s1 ^= binary.LittleEndian.Uint64(b[8:])
		s2 ^= binary.LittleEndian.Uint64(b[16:])
		s3 ^= binary.LittleEndian.Uint64(b[24:])
	}
	for ; len(b) >= 8; b = b[8:] {
		s0 ^= binary.LittleEndian.Uint64(b)
	}
	var rest [8]byte
	copy(rest[:], b)
	return s0 ^ s1 ^ s2 ^ s3 ^ binary.LittleEndian.Uint64(rest[:])
}
