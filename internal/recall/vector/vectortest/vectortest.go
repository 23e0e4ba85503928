// Package vectortest gives scans something to be held against: reading the same bytes, and doing nothing with them.
package vectortest

import "encoding/binary"

// readPlain returns the exclusive or of the words of b, the last padded with zeros. It keeps four apart, so that none
// waits for another.
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
