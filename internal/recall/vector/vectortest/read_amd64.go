//go:build !purego

package vectortest

import "golang.org/x/sys/cpu"

// turn is the bytes that the assembly reads per iteration.
const turn = 1536

// Read loads every byte of b, as fast as one core can, and returns a number that depends on them.
func Read(b []byte) uint64 {
	if !cpu.X86.HasAVX2 {
		return readPlain(b)
	}
	var sum uint64
	whole := len(b) / turn * turn
	if whole > 0 {
		sum = readAVX2(&b[0], whole)
	}
	return sum ^ readPlain(b[whole:])
}

// readAVX2 returns the exclusive or of the n/8 words at b. n is a multiple of turn and not 0.
//
//go:noescape
func readAVX2(b *byte, n int) uint64
