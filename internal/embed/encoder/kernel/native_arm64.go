//go:build !purego

package kernel

import (
	"math"

	"golang.org/x/sys/cpu"
)

// native returns the kernels for this processor, fastest first. Every arm64 processor has NEON;
// those before about 2018, as in a Raspberry Pi 4, lack the dot product of bytes.
func native() []*Kernel {
	var kernels []*Kernel
	if cpu.ARM64.HasASIMDDP {
		kernels = append(kernels, neon("neon", multiplyInTiles(multiplyDot, 4), peakDot))
	}
	return append(kernels, neon("neon-v8", multiplyInTiles(multiplyLong, 2), peakLong))
}

// neon returns a kernel with a multiply function, which depends on the processor. The methods of
// Kernel have checked the arguments.
func neon(name string, multiply func(dst []float32, rows *Rows, m *Matrix, from, to int), peak func(turns int) int) *Kernel {
	return &Kernel{
		Name:     name,
		quantise: quantiseWith(largestOf, roundRow),
		multiply: multiply,
		product:  productNEON,
		softmax:  softmaxNEON,
		gelu:     geluWith(geluRow),
		addNorm:  addNormWith(addNormRow),
		peak:     peak,
	}
}

// multiplyInTiles splits a product into tiles of a few rows by a panel, whose sums fit into
// registers. The weights of a panel stay in the L1 cache for all rows.
func multiplyInTiles(tile func(dst *float32, values *int8, rowScales *float32, weights *int8, scales, bias *float32, in, out, rows int),
	group int) func(dst []float32, rows *Rows, m *Matrix, from, to int) {
	return func(dst []float32, rows *Rows, m *Matrix, from, to int) {
		for panel := from; panel < to; panel += Panel {
			for r := 0; r < rows.N; r += group {
				tile(&dst[r*m.Out+panel], &rows.Values[r*m.In], &rows.Scales[r],
					&m.Weights[panel*m.In], &m.Scales[panel], &m.Bias[panel], m.In, m.Out, min(group, rows.N-r))
			}
		}
	}
}

func productNEON(dst, a, b View) {
	const group = 4
	for panel := 0; panel < b.Cols; panel += Panel {
		for r := 0; r < a.Rows; r += group {
			productTile(&dst.Data[r*dst.Stride+panel], &a.Data[r*a.Stride], &b.Data[panel],
				dst.Stride, a.Stride, b.Stride, a.Cols, min(group, a.Rows-r))
		}
	}
}

// softmaxNEON pads the last registers of a row with what adds nothing to the sum.
func softmaxNEON(x View) {
	for r := range x.Rows {
		row := x.Data[r*x.Stride:][:x.Stride]
		rest := row[x.Cols:]
		for i := range rest {
			rest[i] = float32(math.Inf(-1))
		}
		softmaxRow(&row[0], len(row), &exponential[0])
		clear(rest)
	}
}

// The functions below are in assembly. Lengths, widths and strides count numbers; lengths are
// multiples of Lane unless stated.

// multiplyDot computes a panel of outputs of 1 to 4 rows. The rows at dst lie out numbers apart.
//
//go:noescape
func multiplyDot(dst *float32, values *int8, rowScales *float32, weights *int8, scales, bias *float32, in, out, rows int)

// multiplyLong is multiplyDot for 1 or 2 rows, on processors before ARMv8.2.
//
//go:noescape
func multiplyLong(dst *float32, values *int8, rowScales *float32, weights *int8, scales, bias *float32, in, out, rows int)

// peakDot runs multiplyDot's multiplications in registers and returns the number of products.
func peakDot(turns int) (products int)

// peakLong is peakDot for multiplyLong.
func peakLong(turns int) (products int)

// productTile sets Panel columns of 1 to 4 rows of dst to a·b; depth, at least 1, is the number of
// columns of a.
//
//go:noescape
func productTile(dst, a, b *float32, dstStride, aStride, bStride, depth, rows int)

// largestOf returns the maximum magnitude of x·smooth.
//
//go:noescape
func largestOf(x, smooth *float32, n int) float32

// roundRow sets values to x·smooth·by, rounded to nearest, and returns their sum.
//
//go:noescape
func roundRow(values *int8, x, smooth *float32, n int, by float32) int32

// softmaxRow is softmax for one row, whose length is a multiple of Panel. table is exponential.
//
//go:noescape
func softmaxRow(x *float32, n int, table *float32)

// geluRow is gelu. table is gaussian.
//
//go:noescape
func geluRow(x *float32, n int, table *float32)

// addNormRow is addNorm for one row.
//
//go:noescape
func addNormRow(x, residual, gain, bias *float32, n int, epsilon float32)
