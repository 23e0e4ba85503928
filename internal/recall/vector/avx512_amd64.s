//go:build !purego

#include "textflag.h"

// AVX-512 with VNNI and VPOPCNTDQ.
//
// VPDPBUSD multiplies unsigned bytes by signed ones and adds four products in 32 bits, without saturation. A row is made
// unsigned by turning over its top bit, which adds 128 to each number: Σ (row + 128)·query = Σ row·query + 128·Σ query.
// What is too much does not depend on the row, so the sums start from its negative and come out exact.

// func dotAVX512(a, b *int8, n int) int32
//
// SI, DX the rows; CX their bytes; AX the offset. Z31 128 in every byte; Z0 the sums of (b + 128)·a; Z1 those of 128·a.
TEXT ·dotAVX512(SB), NOSPLIT, $0-28
	MOVQ         a+0(FP), SI
	MOVQ         b+8(FP), DX
	MOVQ         n+16(FP), CX
	MOVL         $0x80808080, AX
	VPBROADCASTD AX, Z31
	VPXORQ       Z0, Z0, Z0
	VPXORQ       Z1, Z1, Z1
	XORQ         AX, AX

dims: // 64 at a time
	VMOVDQU64 (SI)(AX*1), Z2
	VPXORQ    (DX)(AX*1), Z31, Z3
	VPDPBUSD  Z2, Z3, Z0
	VPDPBUSD  Z2, Z31, Z1
	ADDQ      $64, AX
	CMPQ      AX, CX
	JLT       dims

	// The 16 lanes become one: 8, 4, 2, 1.
	VPSUBD        Z1, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VPHADDD       X0, X0, X0
	VPHADDD       X0, X0, X0
	VMOVD         X0, AX
	MOVL          AX, ret+24(FP)
	VZEROUPPER
	RET

// ROW sets sum to the sums of a row, 64 numbers a turn, and steps to the next row.
#define ROW(dims, sum) \
	VMOVDQA64 Z30, sum            \
	MOVQ      R9, AX              \
dims:                             \
	VPXORQ    (DX)(AX*1), Z31, Z4 \
	VPDPBUSD  (SI)(AX*1), Z4, sum \
	ADDQ      $64, AX             \
	JNZ       dims                \
	ADDQ      CX, DX

// func dotsAVX512(dst *int32, query, rows *int8, stride, groups int)
//
// The rows are read one after the other: that they come in groups only serves to add their lanes up together. What
// comes 16 KiB later is asked for ahead of time, as the processor's own foresight ends with a page; to ask for what lies
// beyond the rows is harmless.
//
// DI where the next four results go; SI the end of the query; DX the end of the next row; CX the stride, R9 its negative;
// BX the groups left; AX the offset from the ends. Z31 128 in every byte; Z30 what the sums start from; Z0 to Z3 the sums
// of the rows, 16 lanes each.
TEXT ·dotsAVX512(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         query+8(FP), SI
	MOVQ         rows+16(FP), DX
	MOVQ         stride+24(FP), CX
	MOVQ         groups+32(FP), BX
	ADDQ         CX, SI
	ADDQ         CX, DX
	MOVQ         CX, R9
	NEGQ         R9
	MOVL         $0x80808080, AX
	VPBROADCASTD AX, Z31
	VPXORQ       Z29, Z29, Z29
	VPXORQ       Z30, Z30, Z30
	MOVQ         R9, AX

start: // Z29 becomes 128·query, summed lane by lane, and Z30 its negative
	VPDPBUSD (SI)(AX*1), Z31, Z29
	ADDQ     $64, AX
	JNZ      start
	VPSUBD   Z29, Z30, Z30

rows:
	PREFETCHT0 16384(DX)
	ROW(dims0, Z0)
	ROW(dims1, Z1)
	ROW(dims2, Z2)
	ROW(dims3, Z3)

	// Four sums of 16 lanes become four results: lanes of two rows are interleaved and added, twice, which leaves one
	// number of each row in each quarter; then the quarters are added.
	VPUNPCKLDQ    Z1, Z0, Z4
	VPUNPCKHDQ    Z1, Z0, Z5
	VPUNPCKLDQ    Z3, Z2, Z6
	VPUNPCKHDQ    Z3, Z2, Z7
	VPADDD        Z5, Z4, Z0
	VPADDD        Z7, Z6, Z2
	VPUNPCKLQDQ   Z2, Z0, Z4
	VPUNPCKHQDQ   Z2, Z0, Z5
	VPADDD        Z5, Z4, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VMOVDQU       X0, (DI)

	ADDQ $16, DI
	DECQ BX
	JNZ  rows
	VZEROUPPER
	RET

// func distancesAVX512(dst *uint16, query, rows *byte, stride, groups int)
//
// A row is read 64 bytes at a time, and its last 8 to 64 bytes under the mask K1.
//
// DI where the next four results go; SI the query; CX the stride and R8 three strides, so that (DX), (DX)(CX*1),
// (DX)(CX*2) and (DX)(R8*1) are the next bytes of four rows; R9 the bytes of a row before its last; R10 those from its
// last bytes to the row that is four further; BX the groups left; AX the offset in the query. Z0 to Z3 the counts of the
// rows, 8 lanes each; Z8 the query; Z9 its last bytes.
TEXT ·distancesAVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ query+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ stride+24(FP), R8
	MOVQ groups+32(FP), BX

	// The last bytes are 1 to 8 words: as many ones in the mask.
	LEAQ  -1(R8), R9
	ANDQ  $-64, R9
	MOVQ  R8, CX
	SUBQ  R9, CX
	SHRQ  $3, CX
	MOVL  $1, AX
	SHLL  CX, AX
	DECL  AX
	KMOVW AX, K1

	MOVQ        R8, CX
	LEAQ        (CX)(CX*2), R8
	LEAQ        (CX)(R8*1), R10
	SUBQ        R9, R10
	VMOVDQU64.Z (SI)(R9*1), K1, Z9

rows:
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	XORQ   AX, AX
	CMPQ   AX, R9
	JGE    last

words: // 8 at a time
	VMOVDQU64 (SI)(AX*1), Z8
	VPXORQ    (DX), Z8, Z4
	VPXORQ    (DX)(CX*1), Z8, Z5
	VPXORQ    (DX)(CX*2), Z8, Z6
	VPXORQ    (DX)(R8*1), Z8, Z7
	VPOPCNTQ  Z4, Z4
	VPOPCNTQ  Z5, Z5
	VPOPCNTQ  Z6, Z6
	VPOPCNTQ  Z7, Z7
	VPADDQ    Z4, Z0, Z0
	VPADDQ    Z5, Z1, Z1
	VPADDQ    Z6, Z2, Z2
	VPADDQ    Z7, Z3, Z3
	ADDQ      $64, DX
	ADDQ      $64, AX
	CMPQ      AX, R9
	JLT       words

last:
	VPXORQ.Z (DX), Z9, K1, Z4
	VPXORQ.Z (DX)(CX*1), Z9, K1, Z5
	VPXORQ.Z (DX)(CX*2), Z9, K1, Z6
	VPXORQ.Z (DX)(R8*1), Z9, K1, Z7
	VPOPCNTQ Z4, Z4
	VPOPCNTQ Z5, Z5
	VPOPCNTQ Z6, Z6
	VPOPCNTQ Z7, Z7
	VPADDQ   Z4, Z0, Z0
	VPADDQ   Z5, Z1, Z1
	VPADDQ   Z6, Z2, Z2
	VPADDQ   Z7, Z3, Z3

	// A row's count fits 16 bits even when its 8 lanes are added, so one lane holds those of four rows side by side.
	VPSLLQ        $16, Z1, Z1
	VPSLLQ        $32, Z2, Z2
	VPSLLQ        $48, Z3, Z3
	VPORQ         Z1, Z0, Z0
	VPORQ         Z3, Z2, Z2
	VPORQ         Z2, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDQ        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDQ        X1, X0, X0
	VPSRLDQ       $8, X0, X1
	VPADDQ        X1, X0, X0
	VMOVQ         X0, (DI)

	ADDQ $8, DI
	ADDQ R10, DX
	DECQ BX
	JNZ  rows
	VZEROUPPER
	RET
