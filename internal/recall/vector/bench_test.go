package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"engram/internal/recall/vector/vectortest"
)

// The benchmarked scan.
const (
	benchedRows = 100_000
	benchedDims = 384
)

// sink prevents dead code elimination.
var sink uint64

func noise(n int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// BenchmarkRead only loads the bytes that BenchmarkDots scans.
func BenchmarkRead(b *testing.B) {
	rows := noise(benchedRows * benchedDims)
	b.SetBytes(int64(len(rows)))
	for b.Loop() {
		sink += vectortest.Read(rows)
	}
}

func BenchmarkDots(b *testing.B) {
	rows, query := Int8s(noise(benchedRows*benchedDims)), Int8s(noise(benchedDims))
	dst := make([]int32, benchedRows)
	for _, k := range working() {
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(int64(len(rows)))
			for b.Loop() {
				k.dots(dst, query, rows)
			}
		})
	}
}

// BenchmarkDot compares 500 scattered rows, as after a scan of 1-bit vectors.
func BenchmarkDot(b *testing.B) {
	rows, query := Int8s(noise(benchedRows*benchedDims)), Int8s(noise(benchedDims))
	for _, k := range working() {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				for i := range 500 {
					sink += uint64(k.dot(query, rows[i*200*benchedDims:][:benchedDims]))
				}
			}
		})
	}
}

func BenchmarkDistances(b *testing.B) {
	stride := BitStride(benchedDims)
	rows, query := noise(benchedRows*stride), noise(stride)
	dst := make([]uint16, benchedRows)
	for _, k := range working() {
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(int64(len(rows)))
			for b.Loop() {
				k.distances(dst, query, rows)
			}
		})
	}
}

func BenchmarkNearest(b *testing.B) {
	stride := BitStride(benchedDims)
	distances := make([]uint16, benchedRows)
	Distances(distances, noise(stride), noise(benchedRows*stride))
	for _, k := range []int{10, 500} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			b.ReportAllocs()
			var nearest []uint32
			for b.Loop() {
				nearest = Nearest(nearest[:0], distances, k)
			}
		})
	}
}

func BenchmarkQuantise(b *testing.B) {
	v := make([]float32, benchedDims)
	for i, x := range noise(benchedDims) {
		v[i] = float32(x) - 128
	}
	for b.Loop() {
		sink += uint64(Quantise(v)[0])
	}
}
