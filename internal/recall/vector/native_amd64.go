//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// group is the number of rows that the assembly processes at once: four sums are reduced in little
// more time than one.
const group = 4

// native returns the kernels for this processor, fastest first. AVX-512 without VNNI and VPOPCNTDQ
// is not worth its own: memory is the limit with AVX2 as well.
func native() []kernel {
	var kernels []kernel
	x := cpu.X86
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI &&
		x.HasAVX512VPOPCNTDQ {
		kernels = append(kernels, assembled("avx512", dotAVX512, dotsAVX512, distancesAVX512))
	}
	if x.HasAVX2 && x.HasPOPCNT {
		kernels = append(kernels, assembled("avx2", dotAVX2, dotsAVX2, distancesAVX2))
	}
	return kernels
}

// assembled returns a kernel of assembly functions. Rows beyond the last whole group are processed
// singly.
func assembled(name string, one func(a, b *int8, n int) int32, many func(dst *int32, query, rows *int8, stride, groups int),
	signs func(dst *uint16, query, rows *byte, stride, groups int)) kernel {
	dot := func(a, b []int8) int32 { return one(&a[0], &b[0], len(a)) }
	return kernel{
		name: name,
		dot:  dot,
		dots: func(dst []int32, query, rows []int8) {
			if groups := len(dst) / group; groups > 0 {
				many(&dst[0], &query[0], &rows[0], len(query), groups)
			}
			for i := len(dst) / group * group; i < len(dst); i++ {
				dst[i] = dot(query, rows[i*len(query):][:len(query)])
			}
		},
		distances: func(dst []uint16, query, rows []byte) {
			if groups := len(dst) / group; groups > 0 {
				signs(&dst[0], &query[0], &rows[0], len(query), groups)
			}
			for i := len(dst) / group * group; i < len(dst); i++ {
				dst[i] = distancePlain(query, rows[i*len(query):][:len(query)])
			}
		},
	}
}

// Assembly functions. n and stride are positive multiples of lane for int8 and wordSize for bits;
// there is at least one group of rows. They read nothing beyond that.

//go:noescape
func dotAVX2(a, b *int8, n int) int32

//go:noescape
func dotsAVX2(dst *int32, query, rows *int8, stride, groups int)

//go:noescape
func distancesAVX2(dst *uint16, query, rows *byte, stride, groups int)

//go:noescape
func dotAVX512(a, b *int8, n int) int32

//go:noescape
func dotsAVX512(dst *int32, query, rows *int8, stride, groups int)

//go:noescape
func distancesAVX512(dst *uint16, query, rows *byte, stride, groups int)
