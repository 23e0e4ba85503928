package kernel

import (
	"fmt"
	"syscall"
	"testing"
	"unsafe"
)

// TestKernelsStayWithinTheirSlices has everything end where memory does, as the weights do in a
// mapped file, and then begin where it does.
func TestKernelsStayWithinTheirSlices(t *testing.T) {
	for _, at := range []edge{last, first} {
		for _, n := range []int{1, 2, 3, 5, 6, 7, 13, 14, 15} {
			for _, width := range []int{64, 192, 384} {
				for _, out := range []int{Panel, 2 * Panel, 3 * Panel, 4 * Panel} {
					t.Run(fmt.Sprintf("%d rows of %d to %d, at the %s", n, width, out, at), func(t *testing.T) { guarded(t, at, n, width, out) })
				}
			}
		}
	}
}

func guarded(t *testing.T, at edge, n, width, out int) {
	floats := func(n int) []float32 { return beside[float32](t, at, n) }
	rows := &Rows{N: n, Width: width, Values: beside[int8](t, at, n*width), Scales: floats(n), Sums: beside[int32](t, at, n)}
	m := &Matrix{In: width, Out: out, Weights: beside[int8](t, at, width*out), Scales: floats(out), Bias: floats(out)}
	m.Bias[0], m.Bias[out-1] = 6, 7
	x, residual, smooth := floats(n*width), floats(n*width), floats(width)
	x[len(x)-1], smooth[width-1] = 3, 2
	for _, k := range All() {
		dst := floats(n * out)
		k.Multiply(dst, rows, m)
		quantised := &Rows{Values: beside[int8](t, at, n*width), Scales: floats(n), Sums: beside[int32](t, at, n)}
		k.Quantise(quantised, x, smooth)
		if dst[0] != 6 || dst[len(dst)-1] != 7 || quantised.Values[n*width-1] != 127 {
			t.Errorf("%s: %v, %v and %v", k.Name, dst[0], dst[len(dst)-1], quantised.Values[n*width-1])
		}
		for _, stride := range []int{out, out + 3} {
			k.Product(View{n, out, stride, floats((n-1)*stride + out)}, View{n, 5, stride, floats((n-1)*stride + 5)}, View{5, out, stride, floats(4*stride + out)})
		}
		k.Softmax(View{n, out - 5, out, floats(n * out)})
		k.GELU(floats(n * width))
		k.AddNorm(floats(n*width), residual, smooth, smooth, 1)
	}
}

// edge is one of memory.
type edge string

const (
	first edge = "first"
	last  edge = "last"
)

// beside returns n zeros, before or after which a read or a write faults.
func beside[T any](t *testing.T, at edge, n int) []T {
	t.Helper()
	bytes, page := n*int(unsafe.Sizeof(*new(T))), syscall.Getpagesize()
	size := (bytes + page - 1) / page * page
	b, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	guard, begin := b[size:], size-bytes
	if at == first {
		guard, begin = b[:page], page
	}
	if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[begin])), n)
}
