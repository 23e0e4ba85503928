package vectortest

import (
	"testing"

	"pgregory.net/rapid"
)

func TestReadLoadsEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := make([]byte, rapid.IntRange(1, 4000).Draw(t, "bytes"))
		at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
		if got := Read(b); got != 0 {
			t.Fatalf("zeros read as %x", got)
		}
		b[at] = 1
		if got := Read(b); got != 1<<(at%8*8) {
			t.Fatalf("a one at %d of %d read as %x", at, len(b), got)
		}
	})
}
