package vector

import (
	"fmt"
	"syscall"
	"testing"
)

// TestKernelsReadNothingBeyondTheRows places rows and query at the end of mapped memory.
func TestKernelsReadNothingBeyondTheRows(t *testing.T) {
	for _, dims := range []int{64, 384, 576, 1000} {
		for _, n := range []int{1, 3, 4, 9} {
			t.Run(fmt.Sprint(dims, " dims, rows ", n), func(t *testing.T) {
				query, rows := Int8s(atTheEnd(t, Stride(dims))), Int8s(atTheEnd(t, n*Stride(dims)))
				signs, bits := atTheEnd(t, BitStride(dims)), atTheEnd(t, n*BitStride(dims))
				query[0], rows[len(rows)-len(query)], signs[0], bits[len(bits)-1] = 3, 5, 1, 1
				for _, k := range working() {
					dots, distances := make([]int32, n), make([]uint16, n)
					k.dots(dots, query, rows)
					k.distances(distances, signs, bits)
					if dots[n-1] != 15 || distances[n-1] != 2 || k.dot(rows[len(rows)-len(query):], query) != 15 {
						t.Errorf("%s: %v and %v", k.name, dots, distances)
					}
				}
			})
		}
	}
}

// atTheEnd returns n zeros before an unreadable page.
func atTheEnd(t *testing.T, n int) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	size := (n + page - 1) / page * page
	b, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	if err := syscall.Mprotect(b[size:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return b[size-n : size : size]
}
