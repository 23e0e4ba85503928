//go:build !purego

#include "textflag.h"

// AVX2 with FMA. Matrices are taken in tiles of up to six rows by two registers of columns: twelve registers hold a tile's
// sums, and each number that is loaded serves a whole row or column of them.

// ZERO1 to ZERO6 clear the sums of a tile of that many rows.
#define ZERO(a0, a1) \
	VPXOR a0, a0, a0 \
	VPXOR a1, a1, a1

#define ZERO1 ZERO(Y0, Y1)
#define ZERO2 ZERO1 \
	ZERO(Y2, Y3)
#define ZERO3 ZERO2 \
	ZERO(Y4, Y5)
#define ZERO4 ZERO3 \
	ZERO(Y6, Y7)
#define ZERO5 ZERO4 \
	ZERO(Y8, Y9)
#define ZERO6 ZERO5 \
	ZERO(Y10, Y11)

// DOT adds the products of four activations and those weights of 8 outputs to the sums of a row, two to an output. DOT1 to
// DOT6 do so for that many rows, with the activations at that many bytes.
#define DOT(activations, a0, a1) \
	VPBROADCASTQ activations, Y14 \
	VPMADDWD     Y12, Y14, Y15    \
	VPADDD       Y15, a0, a0      \
	VPMADDWD     Y13, Y14, Y14    \
	VPADDD       Y14, a1, a1

#define DOT1(at) DOT(at(SI), Y0, Y1)
#define DOT2(at) DOT1(at) \
	DOT(at(SI)(R9*1), Y2, Y3)
#define DOT3(at) DOT2(at) \
	DOT(at(SI)(R9*2), Y4, Y5)
#define DOT4(at) DOT3(at) \
	DOT(at(SI)(R10*1), Y6, Y7)
#define DOT5(at) DOT4(at) \
	DOT(at(SI)(R9*4), Y8, Y9)
#define DOT6(at) DOT5(at) \
	DOT(at(SI)(R11*1), Y10, Y11)

// SCALE adds the two sums of each output up, which leaves the outputs 0, 1, 4, 5, 2, 3, 6, 7; it makes numbers of them,
// stores them, and steps to the next row.
#define SCALE(row, a0, a1) \
	VPHADDD      a1, a0, a0     \
	VPERMQ       $0xd8, a0, a0  \
	VCVTDQ2PS    a0, a0         \
	VBROADCASTSS row(R13), Y14  \
	VMULPS       Y12, Y14, Y14  \
	VFMADD213PS  Y13, Y14, a0   \
	VMOVUPS      a0, (DI)       \
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

// MULTIPLY does a tile, eight inputs a turn. It asks for weights that come later ahead of time.
#define MULTIPLY(tile, inputs, zero, dot, scale) \
tile:                             \
	zero                          \
inputs:                           \
	VMOVDQU    (DX), Y12          \
	VMOVDQU    32(DX), Y13        \
	PREFETCHT0 (AX)               \
	dot(0)                        \
	VMOVDQU    64(DX), Y12        \
	VMOVDQU    96(DX), Y13        \
	PREFETCHT0 64(AX)             \
	dot(8)                        \
	ADDQ $16, SI                  \
	ADDQ $128, DX                 \
	ADDQ $128, AX                 \
	DECQ CX                       \
	JNZ  inputs                   \
	MOVQ scales+16(FP), R13       \
	MOVQ outScales+32(FP), BX     \
	MOVQ bias+40(FP), DX          \
	VMOVUPS (BX), Y12             \
	VMOVUPS (DX), Y13             \
	scale                         \
	VZEROUPPER                    \
	RET

// func multiplyAVX2(dst *float32, values *int16, scales *float32, weights *int16, outScales, bias *float32, later *int8, in, out, rows int)
//
// Both factors are 16 bits wide: the instruction that multiplies bytes (VPMADDUBSW) wants one of them without sign, and what
// it takes to give it that costs more than what it saves. VPMADDWD adds two products in 32 bits, which can't overflow.
//
// DI where the next row's results go, R8 the bytes between rows of them; SI the next activations of the first row, R9 the
// bytes of a row, R10 three and R11 five times as many; DX the next weights, AX those to ask for; CX the turns left; BX the
// rows. After the last turn R13 has the scales of the rows, BX those of the outputs, DX their bias. Y0 to Y11 the sums, two
// registers to a row; Y12, Y13 weights, then the scales and the bias; Y14 activations; Y15 products.
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-80
	MOVQ dst+0(FP), DI
	MOVQ values+8(FP), SI
	MOVQ weights+24(FP), DX
	MOVQ later+48(FP), AX
	MOVQ in+56(FP), R9
	MOVQ out+64(FP), R8
	MOVQ rows+72(FP), BX
	MOVQ R9, CX
	SHRQ $3, CX
	SHLQ $1, R9
	SHLQ $2, R8
	LEAQ (R9)(R9*2), R10
	LEAQ (R9)(R9*4), R11
	CMPQ BX, $6
	JEQ  tile6
	CMPQ BX, $5
	JEQ  tile5
	CMPQ BX, $4
	JEQ  tile4
	CMPQ BX, $3
	JEQ  tile3
	CMPQ BX, $2
	JEQ  tile2
	MULTIPLY(tile1, inputs1, ZERO1, DOT1, SCALE1)
	MULTIPLY(tile2, inputs2, ZERO2, DOT2, SCALE2)
	MULTIPLY(tile3, inputs3, ZERO3, DOT3, SCALE3)
	MULTIPLY(tile4, inputs4, ZERO4, DOT4, SCALE4)
	MULTIPLY(tile5, inputs5, ZERO5, DOT5, SCALE5)
	MULTIPLY(tile6, inputs6, ZERO6, DOT6, SCALE6)

// func widenAVX2(dst *int16, src *int8, n, stride int)
//
// DI where the next n numbers go, 32 at a time; SI the next 32 bytes, DX the bytes from there to those after; CX the numbers
// left. Y0, Y1 numbers.
TEXT ·widenAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ stride+24(FP), DX

numbers:
	VPMOVSXBW (SI), Y0
	VPMOVSXBW 16(SI), Y1
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	ADDQ      $64, DI
	ADDQ      DX, SI
	SUBQ      $32, CX
	JNZ       numbers
	VZEROUPPER
	RET

// ADD adds a number of a, times 16 of b, to a row.
#define ADD(number, a0, a1) \
	VBROADCASTSS number, Y14  \
	VFMADD231PS  Y12, Y14, a0 \
	VFMADD231PS  Y13, Y14, a1

#define ADD1 ADD((SI), Y0, Y1)
#define ADD2 ADD1 \
	ADD((SI)(R9*1), Y2, Y3)
#define ADD3 ADD2 \
	ADD((SI)(R9*2), Y4, Y5)
#define ADD4 ADD3 \
	ADD((SI)(R10*1), Y6, Y7)
#define ADD5 ADD4 \
	ADD((SI)(R9*4), Y8, Y9)
#define ADD6 ADD5 \
	ADD((SI)(R11*1), Y10, Y11)

// STORE stores the sums of a row, and steps to the next row.
#define STORE(a0, a1) \
	VMOVUPS a0, (DI)   \
	VMOVUPS a1, 32(DI) \
	ADDQ    R8, DI

#define STORE1 STORE(Y0, Y1)
#define STORE2 STORE1 \
	STORE(Y2, Y3)
#define STORE3 STORE2 \
	STORE(Y4, Y5)
#define STORE4 STORE3 \
	STORE(Y6, Y7)
#define STORE5 STORE4 \
	STORE(Y8, Y9)
#define STORE6 STORE5 \
	STORE(Y10, Y11)

// PRODUCT does a tile, a column of a and a row of b a turn.
#define PRODUCT(tile, turn, zero, add, store) \
tile:                   \
	zero                \
turn:                   \
	VMOVUPS (DX), Y12   \
	VMOVUPS 32(DX), Y13 \
	add                 \
	ADDQ    $4, SI      \
	ADDQ    BX, DX      \
	DECQ    CX          \
	JNZ     turn        \
	store               \
	VZEROUPPER          \
	RET

// func productAVX2(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)
//
// DI where the next row's results go, R8 the bytes between rows of them; SI the next numbers of a, R9 the bytes between its
// rows, R10 three and R11 five times as many; DX the next row of b, BX the bytes between its rows; CX the turns left; AX the
// rows. Y0 to Y11 the sums, two registers to a row; Y12, Y13 a row of b; Y14 a number of a.
TEXT ·productAVX2(SB), NOSPLIT, $0-64
	MOVQ dst+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ dstStride+24(FP), R8
	MOVQ aStride+32(FP), R9
	MOVQ bStride+40(FP), BX
	MOVQ turns+48(FP), CX
	MOVQ rows+56(FP), AX
	SHLQ $2, R8
	SHLQ $2, R9
	SHLQ $2, BX
	LEAQ (R9)(R9*2), R10
	LEAQ (R9)(R9*4), R11
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
	PRODUCT(tile1, turn1, ZERO1, ADD1, STORE1)
	PRODUCT(tile2, turn2, ZERO2, ADD2, STORE2)
	PRODUCT(tile3, turn3, ZERO3, ADD3, STORE3)
	PRODUCT(tile4, turn4, ZERO4, ADD4, STORE4)
	PRODUCT(tile5, turn5, ZERO5, ADD5, STORE5)
	PRODUCT(tile6, turn6, ZERO6, ADD6, STORE6)

// PAIR multiplies 32 bytes and adds the products: the most that AVX2 can do, were a factor without sign.
#define PAIR(sum) \
	VPMADDUBSW Y12, Y13, Y15 \
	VPMADDWD   Y14, Y15, Y15 \
	VPADDD     Y15, sum, sum

// func peakAVX2(turns int)
//
// CX the turns left. Y0 to Y11 sums that do not wait for each other; Y12 to Y14 factors.
TEXT ·peakAVX2(SB), NOSPLIT, $0-8
	MOVQ turns+0(FP), CX
	ZERO6
	VPXOR Y12, Y12, Y12
	VPXOR Y13, Y13, Y13
	VPXOR Y14, Y14, Y14

turn:
	PAIR(Y0)
	PAIR(Y1)
	PAIR(Y2)
	PAIR(Y3)
	PAIR(Y4)
	PAIR(Y5)
	PAIR(Y6)
	PAIR(Y7)
	PAIR(Y8)
	PAIR(Y9)
	PAIR(Y10)
	PAIR(Y11)
	DECQ CX
	JNZ  turn
	VZEROUPPER
	RET
