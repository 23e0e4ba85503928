package formats

import (
	"runtime"
	"runtime/metrics"
	"testing"

	"engram/internal/importer"
)

// TestMemoryIsBounded reads files that are far larger than what may be held of them.
func TestMemoryIsBounded(t *testing.T) {
	const size, bound = 3 << 20, 3 << 19
	for name, file := range large(1) {
		if name == "kindle" {
			continue // package quotes gathers books, to a bound of its own
		}
		file.n = size / file.each
		before, most, items := live(), uint64(0), 0
		_, err := Read(t.Context(), file, func(importer.Entry) error {
			if items++; items%(file.n/4) == 0 {
				most = max(most, live())
			}
			return nil
		})
		if err != nil || items < file.n {
			t.Fatalf("%s: %d items of %d, %v", name, items, file.n, err)
		}
		if most > before+bound {
			t.Errorf("%s: %d MB were held of %d", name, (most-before)>>20, file.Size()>>20)
		}
	}
}

// live returns the bytes that are in use.
func live() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
