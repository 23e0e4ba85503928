package segment_test

import (
	"errors"
	"runtime"
	"testing"

	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

// FuzzOpen reads arbitrary content with valid checksums. It may be nonsense, and reading may fail
// by an error or a slice out of range, but not otherwise, and it ends.
func FuzzOpen(f *testing.F) {
	f.Add([]byte{}, []byte{0, 0, 0, 0}, byte(0))
	f.Add([]byte("text"), []byte{1, 0, 0, 0, 4, 0, 0, 0}, byte(10))
	f.Fuzz(func(t *testing.T, one, others []byte, which byte) {
		w := sealed.NewWriter(segment.Format)
		for section := range segment.Sections {
			w.Section(section)
			content := others
			if section == int(which)%segment.Sections {
				content = one
			}
			if _, err := w.Write(content); err != nil {
				t.Fatal(err)
			}
		}
		file, err := w.Seal()
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			var beyond runtime.Error
			if cause := recover(); cause != nil {
				if err, ok := cause.(error); !ok || !errors.As(err, &beyond) {
					panic(cause)
				}
			}
		}()
		p, err := segment.OpenFile(file)
		if err != nil {
			if !errors.Is(err, sealed.ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		for m := range uint32(min(p.Memories(), 10)) {
			if _, err := p.Memory(m); err != nil && !errors.Is(err, sealed.ErrDamaged) {
				t.Fatal(err)
			}
		}
	})
}
