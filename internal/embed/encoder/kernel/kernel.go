// Package kernel is the arithmetic of the sentence encoder: products of matrices in int8 and float32, and what stands
// between them. It is written for the processors at hand and chosen at start, see Best.
//
// The products in int8 add up the very integers that plain Go adds up. What is in float32 is reckoned in another order by
// each kernel, and its exponentials are polynomials: each number is within Tolerance of the one in plain Go.
package kernel

import (
	"slices"
	"sync"
)

const (
	// Panel is how many outputs of a Matrix lie together; a matrix has a multiple of it.
	Panel = 16
	// Quad is how many inputs of one output lie together: the processors multiply four pairs of bytes and add them up in
	// one step. A matrix has a multiple of Lane inputs, so that whole registers of activations can be read.
	Quad = 4
	// Lane is what the width of activations is a multiple of.
	Lane = 64
)

// Tolerance is by how much a number of one kernel may differ from that of another, as a share of the larger of 1 and the
// greatest magnitude among the numbers that it was made from.
const Tolerance = 1e-5

// Matrix is a weight matrix in int8 with what follows the product: output j of a row of activations is
// Σ activation·weight × Scales[j] + Bias[j].
type Matrix struct {
	In, Out int       // multiples of Lane and of Panel
	Weights []int8    // In·Out of them, none -128, in the order of Pack
	Scales  []float32 // of each output
	Bias    []float32 // of each output
	Smooth  []float32 // of each input, see Quantise
}

// Pack brings the weights of a matrix, one row of in inputs to each of out outputs, into the order that every kernel reads:
// panel by panel of 16 outputs, within a panel four inputs at a time, of each output in turn.
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

// Rows are activations in int8, a row to each token. The number that a row's Values stand for is that many of its Scale.
type Rows struct {
	N, Width int
	Values   []int8    // N·Width of them, from -127 to 127
	Scales   []float32 // of each row
	Sums     []int32   // of each row's Values
}

// Reset makes room for n rows of that width. What they hold is undefined.
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

// Kernel is one way to do the arithmetic. Its methods panic when sizes do not agree, so that no assembly reads or writes
// what is not its own.
type Kernel struct {
	Name string

	quantise func(dst *Rows, x, smooth []float32)
	multiply func(dst []float32, rows *Rows, m *Matrix)
	product  func(dst, a, b View)
	softmax  func(x View)
	gelu     func(x []float32)
	addNorm  func(x, residual, gain, bias []float32, epsilon float32)
	peak     func(turns int) (products int)
}

// Quantise makes int8 of the rows of x, as wide as smooth is long: each number times that of its column in smooth, then
// each row scaled so that its greatest magnitude becomes 127, rounded to nearest. A row of zeros has the scale 0.
//
// A few columns of a model's activations are many times as large as the others, and would take the small numbers' bits;
// smooth makes them smaller, and the weights that they meet as much larger.
func (k *Kernel) Quantise(dst *Rows, x, smooth []float32) {
	width := len(smooth)
	must(width > 0 && width%Lane == 0 && len(x) > 0 && len(x)%width == 0)
	dst.Reset(len(x)/width, width)
	k.quantise(dst, x, smooth)
}

// Multiply sets dst, one row of m.Out numbers to each of rows, to the product of rows and m.
func (k *Kernel) Multiply(dst []float32, rows *Rows, m *Matrix) {
	must(rows.N > 0 && rows.Width == m.In && m.In > 0 && m.In%Lane == 0 && m.Out > 0 && m.Out%Panel == 0)
	must(len(dst) == rows.N*m.Out && len(rows.Values) == rows.N*m.In && len(rows.Scales) == rows.N && len(rows.Sums) == rows.N)
	must(len(m.Weights) == m.In*m.Out && len(m.Scales) == m.Out && len(m.Bias) == m.Out)
	k.multiply(dst, rows, m)
}

// Product sets dst to a·b, in float32. dst and b have a multiple of Panel columns.
func (k *Kernel) Product(dst, a, b View) {
	must(dst.holds() && a.holds() && b.holds())
	must(dst.Rows == a.Rows && dst.Cols == b.Cols && a.Cols == b.Rows && b.Cols%Panel == 0)
	k.product(dst, a, b)
}

// Softmax makes each row of x the exponentials of its numbers, divided by their sum. The columns up to the next multiple
// of Panel, within which the stride lies, become 0.
func (k *Kernel) Softmax(x View) {
	must(x.holds() && x.Stride%Panel == 0 && x.Stride-x.Cols < Panel && len(x.Data) >= x.Rows*x.Stride)
	k.softmax(x)
}

// GELU sets each x to x·Φ(x), where Φ is the distribution function of the normal distribution. The length is a multiple of
// Lane.
func (k *Kernel) GELU(x []float32) {
	must(len(x) > 0 && len(x)%Lane == 0)
	k.gelu(x)
}

// AddNorm adds residual to x and brings each row, as wide as gain is long, to a mean of 0 and a variance of 1, with epsilon
// added to the variance that it had; then it takes it times gain, plus bias.
func (k *Kernel) AddNorm(x, residual, gain, bias []float32, epsilon float32) {
	width := len(gain)
	must(width > 0 && width%Lane == 0 && len(bias) == width && len(x) > 0 && len(x)%width == 0 && len(residual) == len(x))
	k.addNorm(x, residual, gain, bias, epsilon)
}

// Peak does nothing but multiply int8 and add, that many turns, all within registers, and returns how many products that
// were: what Multiply can be measured against. It returns 0 for a kernel whose processor has nothing to compare.
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

// chosen is the kernel that runs and the names of those that would be faster and fail their test. The first who asks waits
// for the test.
var chosen = sync.OnceValues(func() (*Kernel, []string) { return choose(All()) })

// Best returns the fastest kernel that this machine runs rightly: "avx512", "avxvnni", "avx2", "neon", "neon-v8" or "go".
func Best() *Kernel {
	best, _ := chosen()
	return best
}

// Failed returns the names of the kernels that are faster than Best and give wrong numbers on this machine: none, unless the
// processor, or the machine that plays one, is at fault.
func Failed() []string {
	_, failed := chosen()
	return slices.Clone(failed)
}

// All returns every kernel that this processor has, fastest first, Plain last.
func All() []*Kernel { return append(native(), Plain()) }

// choose returns the first kernel that passes its test, or else the last, and the names of those before it. A processor that
// gives a wrong number costs speed then, and not what texts mean.
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
