// Package kernel is the arithmetic of the sentence encoder: matrix products in int8 and float32 and
// the functions between them, in assembly where available; see Best.
//
// The int8 products give the same integers in every kernel. The float32 functions differ in order
// of evaluation and approximate exponentials by polynomials: results agree within Tolerance.
package kernel

import (
	"slices"
	"sync"
)

const (
	// Panel is the number of outputs of a Matrix that are stored together; Out is a multiple of it.
	Panel = 16
	// Quad is the number of inputs of an output that are stored together: one instruction
	// multiplies and adds four pairs of bytes. In is a multiple of Lane, so that registers are read
	// whole.
	Quad = 4
	// Lane divides the width of activations.
	Lane = 64
)

// Tolerance is the maximum difference between two kernels, relative to the larger of 1 and the
// greatest magnitude among the inputs.
const Tolerance = 1e-5

// Matrix is an int8 weight matrix. Output j of a row of activations is Σ activation·weight ×
// Scales[j] + Bias[j].
type Matrix struct {
	In, Out int       // multiples of Lane and of Panel
	Weights []int8    // In·Out, without -128, in the order of Pack
	Scales  []float32 // per output
	Bias    []float32 // per output
	Smooth  []float32 // per input, see Quantise
}

// Pack brings weights, a row of in inputs for each output, into the order that kernels read: panels
// of 16 outputs, and within a panel four inputs of each output in turn.
func Pack(weights []int8, in, out int) []int8 {
	packed := make([]int8, 0, in*out)
	for panel := 0; panel < out; panel += Panel {
		for i := 0; i < in; i += Quad {
			for j := panel; j < panel+Panel; j++ {
				packed = append(packed, weights[j*in+i:][:Quad]...)
			}
		}
	}
	return packed
}

// Rows are activations in int8, a row per token. A value v stands for v × the Scale of its row.
type Rows struct {
	N, Width int
	Values   []int8    // N·Width, from -127 to 127
	Scales   []float32 // per row
	Sums     []int32   // of each row's Values
}

// Reset resizes to n rows of a width. The contents are undefined.
func (r *Rows) Reset(n, width int) {
	r.N, r.Width = n, width
	r.Values = grow(r.Values, n*width)
	r.Scales = grow(r.Scales, n)
	r.Sums = grow(r.Sums, n)
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// View is a matrix of float32 within a slice: row r begins at r·Stride.
type View struct {
	Rows, Cols, Stride int
	Data               []float32
}

// holds reports whether the matrix lies within its data.
func (v View) holds() bool {
	return v.Rows > 0 && v.Cols > 0 && v.Stride >= v.Cols && len(v.Data) >= (v.Rows-1)*v.Stride+v.Cols
}

// Kernel is one implementation. Its methods panic if sizes do not match, so that assembly stays
// within bounds.
type Kernel struct {
	Name string

	quantise func(dst *Rows, x, smooth []float32)
	multiply func(dst []float32, rows *Rows, m *Matrix, from, to int)
	product  func(dst, a, b View)
	softmax  func(x View)
	gelu     func(x []float32)
	addNorm  func(x, residual, gain, bias []float32, epsilon float32)
	peak     func(turns int) (products int)
}

// Quantise converts the rows of x to int8: columns are multiplied by smooth, then each row is
// scaled to a maximum of 127 and rounded to nearest. A zero row has scale 0.
//
// Smooth reduces the few columns that are much larger than the others and would use up the bits;
// the weights are multiplied accordingly.
func (k *Kernel) Quantise(dst *Rows, x, smooth []float32) {
	width := len(smooth)
	must(width > 0 && width%Lane == 0 && len(x) > 0 && len(x)%width == 0)
	dst.Reset(len(x)/width, width)
	k.quantise(dst, x, smooth)
}

// Multiply sets dst, m.Out numbers per row, to the product of rows and m.
func (k *Kernel) Multiply(dst []float32, rows *Rows, m *Matrix) {
	k.MultiplyPart(dst, rows, m, 0, m.Out)
}

// MultiplyPart is Multiply for some outputs, from a multiple of Panel to another one.
func (k *Kernel) MultiplyPart(dst []float32, rows *Rows, m *Matrix, from, to int) {
	must(0 <= from && from < to && to <= m.Out && from%Panel == 0 && to%Panel == 0)
	must(rows.N > 0 && rows.Width == m.In && m.In > 0 && m.In%Lane == 0 && m.Out > 0 && m.Out%Panel == 0)
	must(len(dst) == rows.N*m.Out && len(rows.Values) == rows.N*m.In && len(rows.Scales) == rows.N && len(rows.Sums) == rows.N)
	must(len(m.Weights) == m.In*m.Out && len(m.Scales) == m.Out && len(m.Bias) == m.Out)
	k.multiply(dst, rows, m, from, to)
}

// Product sets dst to a·b, in float32. dst and b have a multiple of Panel columns.
func (k *Kernel) Product(dst, a, b View) {
	must(dst.holds() && a.holds() && b.holds())
	must(dst.Rows == a.Rows && dst.Cols == b.Cols && a.Cols == b.Rows && b.Cols%Panel == 0)
	k.product(dst, a, b)
}

// Softmax replaces each row of x by its softmax. The columns up to the next multiple of Panel,
// within the stride, become 0.
func (k *Kernel) Softmax(x View) {
	must(x.holds() && x.Stride%Panel == 0 && x.Stride-x.Cols < Panel && len(x.Data) >= x.Rows*x.Stride)
	k.softmax(x)
}

// GELU sets each x to x·Φ(x), with Φ the normal distribution function. The length is a multiple of
// Lane.
func (k *Kernel) GELU(x []float32) {
	must(len(x) > 0 && len(x)%Lane == 0)
	k.gelu(x)
}

// AddNorm adds residual to x and applies layer normalisation with gain, bias and epsilon to each
// row.
func (k *Kernel) AddNorm(x, residual, gain, bias []float32, epsilon float32) {
	width := len(gain)
	must(width > 0 && width%Lane == 0 && len(bias) == width && len(x) > 0 && len(x)%width == 0 && len(residual) == len(x))
	k.addNorm(x, residual, gain, bias, epsilon)
}

// Peak runs a number of int8 multiply-adds in registers and returns the number of products, as a
// bound for Multiply. It returns 0 if the kernel has none.
func (k *Kernel) Peak(turns int) (products int) {
	if k.peak == nil {
		return 0
	}
	return k.peak(turns)
}

func must(ok bool) {
	if !ok {
		panic("kernel: sizes do not agree")
	}
}

// chosen is the selected kernel and the faster ones that failed their self-test. The first caller
// waits for the test.
var chosen = sync.OnceValues(func() (*Kernel, []string) { return choose(All()) })

// Best returns the fastest kernel that passes its self-test: "avx512", "avxvnni", "avx2", "neon",
// "neon-v8" or "go".
func Best() *Kernel {
	best, _ := chosen()
	return best
}

// Failed returns the names of faster kernels that gave wrong numbers, which means faulty or badly
// emulated hardware.
func Failed() []string {
	_, failed := chosen()
	return slices.Clone(failed)
}

// All returns the kernels that this processor supports, fastest first, Plain last.
func All() []*Kernel { return append(native(), Plain()) }

// choose returns the first kernel that passes its self-test, else the last, and the names of those
// that failed. A faulty processor costs speed, not correctness.
func choose(kernels []*Kernel) (best *Kernel, failed []string) {
	last := len(kernels) - 1
	for _, k := range kernels[:last] {
		if k.works() {
			return k, failed
		}
		failed = append(failed, k.Name)
	}
	return kernels[last], failed
}
