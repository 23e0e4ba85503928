//go:build !purego

#include "textflag.h"

// AVX2. An int8 is widened to 16 bits before it is multiplied: the instruction that multiplies bytes (VPMADDUBSW) would
// saturate. VPMADDWD adds two products in 32 bits, which can't overflow.

// func dotAVX2(a, b *int8, n int) int32
//
// SI, DX the rows; CX their bytes; AX the offset. Y0, Y1 two sums of 8 lanes.
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ  a+0(FP), SI
	MOVQ  b+8(FP), DX
	MOVQ  n+16(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	XORQ  AX, AX

dims: // 32 at a time
	VPMOVSXBW (SI)(AX*1), Y2
	VPMOVSXBW 16(SI)(AX*1), Y3
	VPMOVSXBW (DX)(AX*1), Y4
	VPMOVSXBW 16(DX)(AX*1), Y5
	VPMADDWD  Y2, Y4, Y4
	VPMADDWD  Y3, Y5, Y5
	VPADDD    Y4, Y0, Y0
	VPADDD    Y5, Y1, Y1
	ADDQ      $32, AX
	CMPQ      AX, CX
	JLT       dims

	// The 16 lanes become one: 8, 4, 2, 1.
	VPADDD       Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPHADDD      X0, X0, X0
	VPHADDD      X0, X0, X0
	VMOVD        X0, AX
	MOVL         AX, ret+24(FP)
	VZEROUPPER
	RET

// PART adds the products of 16 numbers of the query and of the row to sum.
#define PART(at, sum) \
	VPMOVSXBW at(SI)(AX*1), Y4 \
	VPMOVSXBW at(DX)(AX*1), Y5 \
	VPMADDWD  Y4, Y5, Y5       \
	VPADDD    Y5, sum, sum

// ROW sets sum to the sums of a row, 64 numbers a turn, and steps to the next row.
#define ROW(dims, sum) \
	VPXOR sum, sum, sum \
	MOVQ  R9, AX        \
dims:                   \
	PART(0, sum)        \
	PART(16, sum)       \
	PART(32, sum)       \
	PART(48, sum)       \
	ADDQ  $64, AX       \
	JNZ   dims          \
	ADDQ  CX, DX

// func dotsAVX2(dst *int32, query, rows *int8, stride, groups int)
//
// The rows are read one after the other: that they come in groups only serves to add their lanes up together. What
// comes 16 KiB later is asked for ahead of time, as the processor's own foresight ends with a page; to ask for what lies
// beyond the rows is harmless.
//
// DI where the next four results go; SI the end of the query; DX the end of the next row; CX the stride, R9 its negative;
// BX the groups left; AX the offset from the ends. Y0 to Y3 the sums of the rows, 8 lanes each.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ query+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ stride+24(FP), CX
	MOVQ groups+32(FP), BX
	ADDQ CX, SI
	ADDQ CX, DX
	MOVQ CX, R9
	NEGQ R9

rows:
	PREFETCHT0 16384(DX)
	ROW(dims0, Y0)
	ROW(dims1, Y1)
	ROW(dims2, Y2)
	ROW(dims3, Y3)

	// Four sums of 8 lanes become four results: neighbours are added, twice, which leaves one number of each row in each
	// half; then the halves are added.
	VPHADDD      Y1, Y0, Y0
	VPHADDD      Y3, Y2, Y2
	VPHADDD      Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VMOVDQU      X0, (DI)

	ADDQ $16, DI
	DECQ BX
	JNZ  rows
	VZEROUPPER
	RET

// func distancesAVX2(dst *uint16, query, rows *byte, stride, groups int)
//
// AVX2 can't count bits: the plain instruction for it does, a word at a time.
//
// DI where the next four results go; SI the query; CX the stride and R8 three strides, so that (DX), (DX)(CX*1),
// (DX)(CX*2) and (DX)(R8*1) are the next words of four rows; BX the groups left; AX the offset in the query. R10 to R13
// the counts of the rows; R9 a word of the query; R15 where it differs from a row.
TEXT ·distancesAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ query+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ stride+24(FP), CX
	MOVQ groups+32(FP), BX
	LEAQ (CX)(CX*2), R8

rows:
	XORQ R10, R10
	XORQ R11, R11
	XORQ R12, R12
	XORQ R13, R13
	XORQ AX, AX

words:
	MOVQ    (SI)(AX*1), R9
	MOVQ    (DX), R15
	XORQ    R9, R15
	POPCNTQ R15, R15
	ADDQ    R15, R10
	MOVQ    (DX)(CX*1), R15
	XORQ    R9, R15
	POPCNTQ R15, R15
	ADDQ    R15, R11
	MOVQ    (DX)(CX*2), R15
	XORQ    R9, R15
	POPCNTQ R15, R15
	ADDQ    R15, R12
	MOVQ    (DX)(R8*1), R15
	XORQ    R9, R15
	POPCNTQ R15, R15
	ADDQ    R15, R13
	ADDQ    $8, DX
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     words

	MOVW R10, (DI)
	MOVW R11, 2(DI)
	MOVW R12, 4(DI)
	MOVW R13, 6(DI)
	ADDQ $8, DI
	ADDQ R8, DX
	DECQ BX
	JNZ  rows
	RET
