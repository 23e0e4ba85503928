package kernel

import (
	"fmt"
	"syscall"
	"testing"
	"unsafe"
)

// TestKernelsKeepToWhatTheyAreGiven has everything end where memory does, as the weights do in a mapped file.
func TestKernelsKeepToWhatTheyAreGiven(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 6, 7, 13, 14, 15} {
		for _, width := range []int{64, 192, 384} {
			t.Run(fmt.Sprint(n, " rows of ", width), func(t *testing.T) {
				const out = 3 * Panel
				guarded := func(n int) []float32 { return atTheEnd[float32](t, n) }
				rows := &Rows{N: n, Width: width, Values: atTheEnd[int8](t, n*width), Scales: guarded(n), Sums: atTheEnd[int32](t, n)}
				m := &Matrix{In: width, Out: out, Weights: atTheEnd[int8](t, width*out), Scales: guarded(out), Bias: guarded(out)}
				m.Bias[out-1] = 7
				x, residual, smooth := guarded(n*width), guarded(n*width), guarded(width)
				x[len(x)-1], smooth[width-1] = 3, 2
				for _, k := range All() {
					dst := guarded(n * out)
					k.Multiply(dst, rows, m)
					quantised := &Rows{Values: atTheEnd[int8](t, n*width), Scales: guarded(n), Sums: atTheEnd[int32](t, n)}
					k.Quantise(quantised, x, smooth)
					if dst[len(dst)-1] != 7 || quantised.Values[n*width-1] != 127 {
						t.Errorf("%s: %v and %v", k.Name, dst[len(dst)-1], quantised.Values[n*width-1])
					}
					for _, stride := range []int{out, out + 3} {
						k.Product(View{n, out, stride, guarded((n-1)*stride + out)}, View{n, 5, stride, guarded((n-1)*stride + 5)}, View{5, out, stride, guarded(4*stride + out)})
					}
					k.Softmax(View{n, out - 5, out, guarded(n * out)})
					k.GELU(guarded(n * width))
					k.AddNorm(guarded(n*width), residual, smooth, smooth, 1)
				}
			})
		}
	}
}

// atTheEnd returns n zeros, after which a read or a write faults.
func atTheEnd[T any](t *testing.T, n int) []T {
	t.Helper()
	bytes, page := n*int(unsafe.Sizeof(*new(T))), syscall.Getpagesize()
	size := (bytes + page - 1) / page * page
	b, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	if err := syscall.Mprotect(b[size:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[size-bytes])), n)
}
