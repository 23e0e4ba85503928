//go:build !purego

#include "textflag.h"

// AVX-VNNI: the instruction of AVX-512 VNNI, on the registers of AVX2. Matrices are taken in tiles of up to six rows by one
// panel of columns: twelve registers hold a tile's sums, and each number that is loaded serves a whole row or column of them.

// DPBUSD is VPDPBUSD Ym, Yn, Yd in the encoding that AVX-VNNI has; Go's assembler knows that of AVX-512 alone. Registers are
// given by their numbers: to each lane of d it adds the products of four unsigned bytes of n and four signed ones of m.
#define DPBUSD(m, n, d) \
	LONG $(0x507de2c4 ^ (d>>3)<<15 ^ (m>>3)<<13 ^ n<<19) \
	BYTE $(0xc0 | (d&7)<<3 | m&7)

// BEGIN starts the sums of a row at what makes up for weights without sign. BEGIN1 to BEGIN6 do so for that many rows.
#define BEGIN(row, a0, a1) \
	IMUL3L       $-128, row(R13), AX \
	VMOVD        AX, X14             \
	VPBROADCASTD X14, a0             \
	VMOVDQA      a0, a1

#define BEGIN1 BEGIN(0, Y0, Y1)
#define BEGIN2 BEGIN1 \
	BEGIN(4, Y2, Y3)
#define BEGIN3 BEGIN2 \
	BEGIN(8, Y4, Y5)
#define BEGIN4 BEGIN3 \
	BEGIN(12, Y6, Y7)
#define BEGIN5 BEGIN4 \
	BEGIN(16, Y8, Y9)
#define BEGIN6 BEGIN5 \
	BEGIN(20, Y10, Y11)

// DOT adds the products of four activations and those weights of 16 outputs to the sums of a row, which are given by their
// numbers.
#define DOT(activations, a0, a1) \
	VPBROADCASTD activations, Y14 \
	DPBUSD(14, 12, a0)            \
	DPBUSD(14, 13, a1)

#define DOT1 DOT((SI), 0, 1)
#define DOT2 DOT1 \
	DOT((SI)(R9*1), 2, 3)
#define DOT3 DOT2 \
	DOT((SI)(R9*2), 4, 5)
#define DOT4 DOT3 \
	DOT((SI)(R10*1), 6, 7)
#define DOT5 DOT4 \
	DOT((SI)(R9*4), 8, 9)
#define DOT6 DOT5 \
	DOT((SI)(R11*1), 10, 11)

// SCALE makes numbers of the sums of a row, stores them, and steps to the next row.
#define SCALE(row, a0, a1) \
	VBROADCASTSS row(R13), Y12    \
	VMULPS       (BX), Y12, Y13   \
	VMULPS       32(BX), Y12, Y14 \
	VCVTDQ2PS    a0, a0           \
	VCVTDQ2PS    a1, a1           \
	VFMADD213PS  (DX), Y13, a0    \
	VFMADD213PS  32(DX), Y14, a1  \
	VMOVUPS      a0, (DI)         \
	VMOVUPS      a1, 32(DI)       \
	ADDQ         R8, DI

#define SCALE1 SCALE(0, Y0, Y1)
#define SCALE2 SCALE1 \
	SCALE(4, Y2, Y3)
#define SCALE3 SCALE2 \
	SCALE(8, Y4, Y5)
#define SCALE4 SCALE3 \
	SCALE(12, Y6, Y7)
#define SCALE5 SCALE4 \
	SCALE(16, Y8, Y9)
#define SCALE6 SCALE5 \
	SCALE(20, Y10, Y11)

// MULTIPLY does a tile, four inputs a turn. It asks for the weights of the next panel ahead of time.
#define MULTIPLY(tile, inputs, begin, dot, scale) \
tile:                           \
	begin                       \
inputs:                         \
	VPXOR      (DX), Y15, Y12   \
	VPXOR      32(DX), Y15, Y13 \
	PREFETCHT0 (DX)(BX*1)       \
	dot                         \
	ADDQ $4, SI                 \
	ADDQ $64, DX                \
	DECQ CX                     \
	JNZ  inputs                 \
	MOVQ scales+24(FP), R13     \
	MOVQ outScales+40(FP), BX   \
	MOVQ bias+48(FP), DX        \
	scale                       \
	VZEROUPPER                  \
	RET

// func multiplyAVXVNNI(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)
//
// As with AVX-512, weights are made unsigned by turning over their top bit, and the sums start from what that adds.
//
// DI where the next row's results go, R8 the bytes between rows of them; SI the next activations of the first row, R9 the
// bytes of a row, R10 three and R11 five times as many; DX the next weights, BX the bytes of a panel; CX the turns left; R13
// the sums of the rows; AX the rows. After the last turn R13 has the scales of the rows, BX those of the outputs, DX their
// bias. Y0 to Y11 the sums, two registers to a row; Y12, Y13 weights; Y14 activations; Y15 128 in every byte.
TEXT ·multiplyAVXVNNI(SB), NOSPLIT, $0-80
	MOVQ         dst+0(FP), DI
	MOVQ         values+8(FP), SI
	MOVQ         weights+32(FP), DX
	MOVQ         in+56(FP), R9
	MOVQ         out+64(FP), R8
	MOVQ         R9, CX
	SHRQ         $2, CX
	MOVQ         R9, BX
	SHLQ         $4, BX
	SHLQ         $2, R8
	LEAQ         (R9)(R9*2), R10
	LEAQ         (R9)(R9*4), R11
	MOVL         $0x80808080, AX
	VMOVD        AX, X15
	VPBROADCASTD X15, Y15
	MOVQ         rows+72(FP), AX
	MOVQ         sums+16(FP), R13
	CMPQ AX, $6
	JEQ  tile6
	CMPQ AX, $5
	JEQ  tile5
	CMPQ AX, $4
	JEQ  tile4
	CMPQ AX, $3
	JEQ  tile3
	CMPQ AX, $2
	JEQ  tile2
	MULTIPLY(tile1, inputs1, BEGIN1, DOT1, SCALE1)
	MULTIPLY(tile2, inputs2, BEGIN2, DOT2, SCALE2)
	MULTIPLY(tile3, inputs3, BEGIN3, DOT3, SCALE3)
	MULTIPLY(tile4, inputs4, BEGIN4, DOT4, SCALE4)
	MULTIPLY(tile5, inputs5, BEGIN5, DOT5, SCALE5)
	MULTIPLY(tile6, inputs6, BEGIN6, DOT6, SCALE6)

// func peakAVXVNNI(turns int)
//
// CX the turns left. Y0 to Y11 sums that do not wait for each other; Y12, Y13 factors.
TEXT ·peakAVXVNNI(SB), NOSPLIT, $0-8
	MOVQ  turns+0(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9
	VPXOR Y10, Y10, Y10
	VPXOR Y11, Y11, Y11
	VPXOR Y12, Y12, Y12
	VPXOR Y13, Y13, Y13

turn:
	DPBUSD(12, 13, 0)
	DPBUSD(12, 13, 1)
	DPBUSD(12, 13, 2)
	DPBUSD(12, 13, 3)
	DPBUSD(12, 13, 4)
	DPBUSD(12, 13, 5)
	DPBUSD(12, 13, 6)
	DPBUSD(12, 13, 7)
	DPBUSD(12, 13, 8)
	DPBUSD(12, 13, 9)
	DPBUSD(12, 13, 10)
	DPBUSD(12, 13, 11)
	DECQ CX
	JNZ  turn
	VZEROUPPER
	RET
