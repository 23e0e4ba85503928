//go:build !purego

package kernel

import (
	"math"

	"golang.org/x/sys/cpu"
)

// native returns the kernels for this processor, fastest first. AVX-512 without VNNI, as on the first servers that had it,
// is not worth a kernel of its own, nor is AVX2 without FMA.
func native() []*Kernel {
	x := cpu.X86
	if !x.HasAVX2 || !x.HasFMA {
		return nil
	}
	kernels := []*Kernel{avx2()}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI {
		kernels = append([]*Kernel{avx512()}, kernels...)
	}
	return kernels
}

func avx2() *Kernel {
	return &Kernel{
		Name:     "avx2",
		quantise: quantiseWith(largestAVX2, roundAVX2),
		multiply: tileAVX2.multiply,
		product:  tileAVX2.product,
		softmax:  softmaxWith(softmaxAVX2),
		gelu:     func(x []float32) { geluAVX2(&x[0], len(x), &gaussian[0]) },
		addNorm:  addNormWith(addNormAVX2),
		peak: func(turns int) int {
			peakAVX2(turns)
			return turns * 12 * 32
		},
	}
}

// avx512 returns the kernel for AVX-512. What has fewer columns than a tile is left to AVX2.
func avx512() *Kernel {
	k := avx2()
	k.Name = "avx512"
	k.multiply = func(dst []float32, rows *Rows, m *Matrix) {
		if m.Out < tileAVX512.cols {
			tileAVX2.multiply(dst, rows, m)
			return
		}
		tileAVX512.multiply(dst, rows, m)
	}
	k.product = func(dst, a, b View) {
		if dst.Cols < tileAVX512.cols {
			tileAVX2.product(dst, a, b)
			return
		}
		tileAVX512.product(dst, a, b)
	}
	k.peak = func(turns int) int {
		peakAVX512(turns)
		return turns * 28 * 64
	}
	return k
}

// tile is the largest part of a product that is done within registers, and what does it.
type tile struct {
	rows, cols int
	multiplied func(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)
	producted  func(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)
}

var (
	tileAVX2   = tile{6, 16, multiplyAVX2, productAVX2}
	tileAVX512 = tile{14, 32, multiplyAVX512, productAVX512}
)

// each calls do with where the tiles of a matrix begin, and with their rows, which differ by one at most. The tiles that
// take the same columns come one after the other. Where the columns are no multiple of the tile's, the last tiles take
// some that were done before.
func (t tile) each(rows, cols int, do func(row, rows, col int)) {
	n := (rows + t.rows - 1) / t.rows
	for col := 0; col < cols; col += t.cols {
		col := min(col, cols-t.cols)
		for i := range n {
			from, to := i*rows/n, (i+1)*rows/n
			do(from, to-from, col)
		}
	}
}

func (t tile) multiply(dst []float32, rows *Rows, m *Matrix) {
	t.each(rows.N, m.Out, func(row, n, col int) {
		t.multiplied(&dst[row*m.Out+col], &rows.Values[row*m.In], &rows.Sums[row], &rows.Scales[row],
			&m.Weights[col*m.In], &m.Scales[col], &m.Bias[col], m.In, m.Out, n)
	})
}

func (t tile) product(dst, a, b View) {
	t.each(dst.Rows, dst.Cols, func(row, n, col int) {
		t.producted(&dst.Data[row*dst.Stride+col], &a.Data[row*a.Stride], &b.Data[col], dst.Stride, a.Stride, b.Stride, a.Cols, n)
	})
}

// quantiseWith makes quantise of what finds a row's largest magnitude and of what rounds a row.
func quantiseWith(largest func(x, smooth *float32, n int) float32, round func(dst *int8, x, smooth *float32, n int, by float32) int32) func(dst *Rows, x, smooth []float32) {
	return func(dst *Rows, x, smooth []float32) {
		width := len(smooth)
		for r := range dst.N {
			row, values := x[r*width:][:width], dst.Values[r*width:][:width]
			by, scale := factors(largest(&row[0], &smooth[0], width))
			dst.Scales[r], dst.Sums[r] = scale, 0
			if by == 0 {
				clear(values)
				continue
			}
			dst.Sums[r] = round(&values[0], &row[0], &smooth[0], width, by)
		}
	}
}

func softmaxWith(row func(x *float32, panels int, mask *int32, table *float32)) func(x View) {
	return func(x View) {
		last := x.Cols - (x.Stride - Panel)
		for r := range x.Rows {
			row(&x.Data[r*x.Stride], x.Stride/Panel, &columns[Panel-last], &exponential[0])
		}
	}
}

func addNormWith(row func(x, residual, gain, bias *float32, width int, epsilon float32)) func(x, residual, gain, bias []float32, epsilon float32) {
	return func(x, residual, gain, bias []float32, epsilon float32) {
		for from := 0; from < len(x); from += len(gain) {
			row(&x[from], &residual[from], &gain[0], &bias[0], len(gain), epsilon)
		}
	}
}

// columns has a run of ones in all bits and a run of zeros: where the mask of so many columns of a panel begins depends on
// how many.
var columns = [2 * Panel]int32{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}

// exponential is what softmax takes its exponentials from: -∞, log₂e, the least exponent, the bias of exponents as an
// integer, and 2ᶠ for f from -½ to ½ as a polynomial, its highest power first. It is off by 8e-8 at most.
var exponential = [...]float32{
	float32(math.Inf(-1)), math.Log2E, -127, math.Float32frombits(127),
	0.00133908634, 0.00967603192, 0.0555035711, 0.240221075, 0.693147188, 1.00000008,
}

// gaussian is what Φ(x) is taken from: the bound of x and its negative, what stretches its square to [-1, 1], and
// (Φ(x) - ½)/x as a polynomial in the stretched square, its highest power first, and ½. x·Φ(x) is off by 7e-7 at most
// where x is within the bound, and by 4e-7 of x beyond.
var gaussian = [...]float32{
	5.25, -5.25, 2 / (5.25 * 5.25), 1,
	-0.000651974494, 0.00151396189, -0.00106034273, 0.00171240531, -0.00541528519, 0.00923016425, -0.0127994779,
	0.0182518928, -0.0250336351, 0.0320795807, -0.0397646024, 0.0496427606, -0.0671267674, 0.134659377, 0.5,
}

// The functions below are in assembly. They take what the public functions have checked, read nothing beyond it, and write
// nothing beyond what they are to write. Sizes and strides are counted in numbers; rows are 1 to those of the tile.

//go:noescape
func multiplyAVX2(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)

//go:noescape
func productAVX2(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)

//go:noescape
func largestAVX2(x, smooth *float32, n int) float32

//go:noescape
func roundAVX2(dst *int8, x, smooth *float32, n int, by float32) int32

//go:noescape
func softmaxAVX2(x *float32, panels int, mask *int32, table *float32)

//go:noescape
func geluAVX2(x *float32, n int, table *float32)

//go:noescape
func addNormAVX2(x, residual, gain, bias *float32, width int, epsilon float32)

func peakAVX2(turns int)

//go:noescape
func multiplyAVX512(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)

//go:noescape
func productAVX512(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)

func peakAVX512(turns int)
