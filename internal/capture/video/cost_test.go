package video

import (
	"runtime"
	"testing"
	"time"

	"engram/internal/cputime"
)

// cost returns the bytes that f allocates and its minimum CPU time.
func cost(f func()) (allocated uint64, took time.Duration) {
	took = time.Hour
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := cputime.Used()
		f()
		took = min(took, cputime.Used()-begin)
		runtime.ReadMemStats(&after)
		allocated = after.TotalAlloc - before.TotalAlloc
	}
	return allocated, took
}

// wantLinear fails if eight times the input takes nearly 64 times as long, or if f allocates more
// than perByte for each byte of input.
func wantLinear(t *testing.T, input func(size int) []byte, perByte uint64, f func([]byte)) {
	t.Helper()
	const size = 128 << 10
	little, much := input(size), input(8*size)
	_, short := cost(func() { f(little) })
	allocated, long := cost(func() { f(much) })
	// no nearer: other programs take of the caches
	if most := 48*short + 250*time.Millisecond; long > most {
		t.Errorf("%d bytes took %v, and %d bytes %v", len(little), short, len(much), long)
	}
	if most := perByte*uint64(len(much)) + 64<<10; allocated > most {
		t.Errorf("%d bytes allocated %d KB, want at most %d", len(much), allocated>>10, most>>10)
	}
}
