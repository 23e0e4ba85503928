package sealed

import (
	"path/filepath"
	"testing"
)

func BenchmarkOpen100MB(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a")
	content{1: make([]byte, 100_000_000)}.file(b, path)
	for b.Loop() {
		f, err := Open(path, format)
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkBytes(b *testing.B) {
	s := content{1: make([]byte, 100_000_000)}.file(b, filepath.Join(b.TempDir(), "a")).Section(1)
	for name, n := range map[string]int{"hot 8 bytes": 8, "hot 4 KiB": 4096, "hot all": s.Len()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			offset, step := 0, s.Len()/97
			for b.Loop() {
				if _, err := s.Bytes(offset, n); err != nil {
					b.Fatal(err)
				}
				if offset += step; offset > s.Len()-n {
					offset = 0
				}
			}
		})
	}
	b.Run("cold, all", func(b *testing.B) {
		b.SetBytes(int64(s.Len()))
		for b.Loop() {
			s.file.checked.fill(0)
			if _, err := s.Bytes(0, s.Len()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a")
	piece := make([]byte, 4096)
	b.SetBytes(1000 * int64(len(piece)))
	for b.Loop() {
		w, err := Create(path, format)
		if err != nil {
			b.Fatal(err)
		}
		w.Section(0)
		for range 1000 {
			_, _ = w.Write(piece)
		}
		f, err := w.Commit()
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}
