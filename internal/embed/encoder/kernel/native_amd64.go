//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// native returns the kernels for this processor, fastest first. AVX-512 without VNNI and AVX2
// without FMA have none.
func native() []*Kernel {
	x := cpu.X86
	if !x.HasAVX2 || !x.HasFMA {
		return nil
	}
	kernels := []*Kernel{avx2()}
	if x.HasAVXVNNI {
		kernels = append([]*Kernel{avxvnni()}, kernels...)
	}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI {
		kernels = append([]*Kernel{avx512()}, kernels...)
	}
	return kernels
}

func avx2() *Kernel {
	return &Kernel{
		Name:     "avx2",
		quantise: quantiseWith(largestAVX2, roundAVX2),
		multiply: multiplyTilesAVX2,
		product:  productTilesAVX2,
		softmax:  softmaxWith(softmaxAVX2),
		gelu:     geluWith(geluAVX2),
		addNorm:  addNormWith(addNormAVX2),
		peak: func(turns int) int {
			peakAVX2(turns)
			return turns * 12 * 32
		},
	}
}

// avxvnni is avx2 with other int8 products.
func avxvnni() *Kernel {
	k := avx2()
	k.Name, k.multiply = "avxvnni", multiplyTilesAVXVNNI
	k.peak = func(turns int) int {
		peakAVXVNNI(turns)
		return turns * 12 * 32
	}
	return k
}

func avx512() *Kernel {
	return &Kernel{
		Name:     "avx512",
		quantise: quantiseWith(largestAVX512, roundAVX512),
		multiply: multiplyTilesAVX512,
		product:  productTilesAVX512,
		softmax:  softmaxWith(softmaxAVX512),
		gelu:     geluWith(geluAVX512),
		addNorm:  addNormWith(addNormAVX512),
		peak: func(turns int) int {
			peakAVX512(turns)
			return turns * 28 * 64
		},
	}
}

// softmaxWith applies row to each row of x. The masking happens in registers: a store by Go just
// before would stall the load.
func softmaxWith(row func(x *float32, panels int, mask *int32, table *float32)) func(x View) {
	return func(x View) {
		last := x.Cols - (x.Stride - Panel)
		for r := range x.Rows {
			row(&x.Data[r*x.Stride], x.Stride/Panel, &columns[Panel-last], &exponential[0])
		}
	}
}

// columns is a run of ones and a run of zeros in all bits; the mask for n columns is a window of
// it.
var columns = [2 * Panel]int32{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}

// The functions below are in assembly. The public methods have checked their arguments. Sizes and
// strides count numbers; rows are at most those of the tile.

//go:noescape
func widenAVX2(dst *int16, src *int8, n, stride int)

//go:noescape
func multiplyAVX2(dst *float32, values *int16, scales *float32, weights *int16, outScales, bias *float32, later *int8, in, out, rows int)

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
func multiplyAVXVNNI(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)

func peakAVXVNNI(turns int)

//go:noescape
func multiplyAVX512(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)

//go:noescape
func productAVX512(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)

//go:noescape
func largestAVX512(x, smooth *float32, n int) float32

//go:noescape
func roundAVX512(dst *int8, x, smooth *float32, n int, by float32) int32

//go:noescape
func softmaxAVX512(x *float32, panels int, mask *int32, table *float32)

//go:noescape
func geluAVX512(x *float32, n int, table *float32)

//go:noescape
func addNormAVX512(x, residual, gain, bias *float32, width int, epsilon float32)

func peakAVX512(turns int)
