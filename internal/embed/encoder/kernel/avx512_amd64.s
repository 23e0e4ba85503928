//go:build !purego

#include "textflag.h"

// AVX-512 with VNNI. Matrices are taken in tiles of up to 14 rows by 32 columns: 28 of the 32 registers hold a tile's sums,
// and each number that is loaded serves a whole row or column of them. The rows are reached from two pointers, to the first
// and to the eighth.

// BEGIN starts the sums of a row at what makes up for weights without sign.
#define BEGIN(row, a0, a1) \
	IMUL3L       $-128, row(R13), AX \
	VPBROADCASTD AX, a0              \
	VMOVDQA64    a0, a1

#define BEGIN1 BEGIN(0, Z0, Z1)
#define BEGIN2 BEGIN1 \
	BEGIN(4, Z2, Z3)
#define BEGIN3 BEGIN2 \
	BEGIN(8, Z4, Z5)
#define BEGIN4 BEGIN3 \
	BEGIN(12, Z6, Z7)
#define BEGIN5 BEGIN4 \
	BEGIN(16, Z8, Z9)
#define BEGIN6 BEGIN5 \
	BEGIN(20, Z10, Z11)
#define BEGIN7 BEGIN6 \
	BEGIN(24, Z12, Z13)
#define BEGIN8 BEGIN7 \
	BEGIN(28, Z14, Z15)
#define BEGIN9 BEGIN8 \
	BEGIN(32, Z16, Z17)
#define BEGIN10 BEGIN9 \
	BEGIN(36, Z18, Z19)
#define BEGIN11 BEGIN10 \
	BEGIN(40, Z20, Z21)
#define BEGIN12 BEGIN11 \
	BEGIN(44, Z22, Z23)
#define BEGIN13 BEGIN12 \
	BEGIN(48, Z24, Z25)
#define BEGIN14 BEGIN13 \
	BEGIN(52, Z26, Z27)

// DOT adds the products of four activations and those weights of 32 outputs to the sums of a row.
#define DOT(activations, a0, a1) \
	VPBROADCASTD activations, Z30 \
	VPDPBUSD     Z30, Z28, a0     \
	VPDPBUSD     Z30, Z29, a1

#define DOT1 DOT((SI), Z0, Z1)
#define DOT2 DOT1 \
	DOT((SI)(R9*1), Z2, Z3)
#define DOT3 DOT2 \
	DOT((SI)(R9*2), Z4, Z5)
#define DOT4 DOT3 \
	DOT((SI)(R10*1), Z6, Z7)
#define DOT5 DOT4 \
	DOT((SI)(R9*4), Z8, Z9)
#define DOT6 DOT5 \
	DOT((SI)(R11*1), Z10, Z11)
#define DOT7 DOT6 \
	DOT((SI)(R10*2), Z12, Z13)
#define DOT8 DOT7 \
	DOT((R12), Z14, Z15)
#define DOT9 DOT8 \
	DOT((R12)(R9*1), Z16, Z17)
#define DOT10 DOT9 \
	DOT((R12)(R9*2), Z18, Z19)
#define DOT11 DOT10 \
	DOT((R12)(R10*1), Z20, Z21)
#define DOT12 DOT11 \
	DOT((R12)(R9*4), Z22, Z23)
#define DOT13 DOT12 \
	DOT((R12)(R11*1), Z24, Z25)
#define DOT14 DOT13 \
	DOT((R12)(R10*2), Z26, Z27)

// SCALE makes numbers of the sums of a row, stores them, and steps to the next row.
#define SCALE(row, a0, a1) \
	VBROADCASTSS row(R13), Z28    \
	VMULPS       (BX), Z28, Z29   \
	VMULPS       64(BX), Z28, Z30 \
	VCVTDQ2PS    a0, a0           \
	VCVTDQ2PS    a1, a1           \
	VFMADD213PS  (DX), Z29, a0    \
	VFMADD213PS  64(DX), Z30, a1  \
	VMOVUPS      a0, (DI)         \
	VMOVUPS      a1, 64(DI)       \
	ADDQ         R8, DI

#define SCALE1 SCALE(0, Z0, Z1)
#define SCALE2 SCALE1 \
	SCALE(4, Z2, Z3)
#define SCALE3 SCALE2 \
	SCALE(8, Z4, Z5)
#define SCALE4 SCALE3 \
	SCALE(12, Z6, Z7)
#define SCALE5 SCALE4 \
	SCALE(16, Z8, Z9)
#define SCALE6 SCALE5 \
	SCALE(20, Z10, Z11)
#define SCALE7 SCALE6 \
	SCALE(24, Z12, Z13)
#define SCALE8 SCALE7 \
	SCALE(28, Z14, Z15)
#define SCALE9 SCALE8 \
	SCALE(32, Z16, Z17)
#define SCALE10 SCALE9 \
	SCALE(36, Z18, Z19)
#define SCALE11 SCALE10 \
	SCALE(40, Z20, Z21)
#define SCALE12 SCALE11 \
	SCALE(44, Z22, Z23)
#define SCALE13 SCALE12 \
	SCALE(48, Z24, Z25)
#define SCALE14 SCALE13 \
	SCALE(52, Z26, Z27)

// MULTIPLY does a tile, four inputs a turn. It asks for the weights of the next 32 outputs ahead of time.
#define MULTIPLY(tile, inputs, begin, dot, scale) \
tile:                               \
	begin                           \
	LEAQ (BX)(BX*2), AX             \
inputs:                             \
	VPXORQ     (DX), Z31, Z28       \
	VPXORQ     (DX)(BX*1), Z31, Z29 \
	PREFETCHT0 (DX)(BX*2)           \
	PREFETCHT0 (DX)(AX*1)           \
	dot                             \
	ADDQ $4, SI                     \
	ADDQ $4, R12                    \
	ADDQ $64, DX                    \
	DECQ CX                         \
	JNZ  inputs                     \
	MOVQ scales+24(FP), R13         \
	MOVQ outScales+40(FP), BX       \
	MOVQ bias+48(FP), DX            \
	scale                           \
	VZEROUPPER                      \
	RET

// func multiplyAVX512(dst *float32, values *int8, sums *int32, scales *float32, weights *int8, outScales, bias *float32, in, out, rows int)
//
// VPDPBUSD multiplies unsigned bytes by signed ones and adds four products in 32 bits, without saturation. Weights are made
// unsigned by turning over their top bit, which adds 128 to each: Σ activation·(weight + 128) is too large by 128 times the
// sum of the row, so the sums start from the negative of that and come out exact.
//
// DI where the next row's results go, R8 the bytes between rows of them; SI the next activations of the first row and R12 of
// the eighth, R9 the bytes of a row, R10 three and R11 five times as many; DX the next weights, BX the bytes of a panel; CX
// the turns left; R13 the sums of the rows; AX the rows, then three times BX. After the last turn R13 has the scales of the
// rows, BX those of the outputs, DX their bias. Z0 to Z27 the sums, two registers to a row; Z28, Z29 weights; Z30
// activations; Z31 128 in every byte.
TEXT ·multiplyAVX512(SB), NOSPLIT, $0-80
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
	LEAQ         (SI)(R10*2), R12
	ADDQ         R9, R12
	MOVL         $0x80808080, AX
	VPBROADCASTD AX, Z31
	MOVQ         rows+72(FP), AX
	MOVQ         sums+16(FP), R13
	CMPQ AX, $14
	JEQ  tile14
	CMPQ AX, $13
	JEQ  tile13
	CMPQ AX, $12
	JEQ  tile12
	CMPQ AX, $11
	JEQ  tile11
	CMPQ AX, $10
	JEQ  tile10
	CMPQ AX, $9
	JEQ  tile9
	CMPQ AX, $8
	JEQ  tile8
	CMPQ AX, $7
	JEQ  tile7
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
	MULTIPLY(tile7, inputs7, BEGIN7, DOT7, SCALE7)
	MULTIPLY(tile8, inputs8, BEGIN8, DOT8, SCALE8)
	MULTIPLY(tile9, inputs9, BEGIN9, DOT9, SCALE9)
	MULTIPLY(tile10, inputs10, BEGIN10, DOT10, SCALE10)
	MULTIPLY(tile11, inputs11, BEGIN11, DOT11, SCALE11)
	MULTIPLY(tile12, inputs12, BEGIN12, DOT12, SCALE12)
	MULTIPLY(tile13, inputs13, BEGIN13, DOT13, SCALE13)
	MULTIPLY(tile14, inputs14, BEGIN14, DOT14, SCALE14)

// ZERO clears the sums of a row.
#define ZERO(a0, a1) \
	VPXORQ a0, a0, a0 \
	VPXORQ a1, a1, a1

#define ZERO1 ZERO(Z0, Z1)
#define ZERO2 ZERO1 \
	ZERO(Z2, Z3)
#define ZERO3 ZERO2 \
	ZERO(Z4, Z5)
#define ZERO4 ZERO3 \
	ZERO(Z6, Z7)
#define ZERO5 ZERO4 \
	ZERO(Z8, Z9)
#define ZERO6 ZERO5 \
	ZERO(Z10, Z11)
#define ZERO7 ZERO6 \
	ZERO(Z12, Z13)
#define ZERO8 ZERO7 \
	ZERO(Z14, Z15)
#define ZERO9 ZERO8 \
	ZERO(Z16, Z17)
#define ZERO10 ZERO9 \
	ZERO(Z18, Z19)
#define ZERO11 ZERO10 \
	ZERO(Z20, Z21)
#define ZERO12 ZERO11 \
	ZERO(Z22, Z23)
#define ZERO13 ZERO12 \
	ZERO(Z24, Z25)
#define ZERO14 ZERO13 \
	ZERO(Z26, Z27)

// ADD adds a number of a, times 32 of b, to a row.
#define ADD(number, a0, a1) \
	VBROADCASTSS number, Z30  \
	VFMADD231PS  Z28, Z30, a0 \
	VFMADD231PS  Z29, Z30, a1

#define ADD1 ADD((SI), Z0, Z1)
#define ADD2 ADD1 \
	ADD((SI)(R9*1), Z2, Z3)
#define ADD3 ADD2 \
	ADD((SI)(R9*2), Z4, Z5)
#define ADD4 ADD3 \
	ADD((SI)(R10*1), Z6, Z7)
#define ADD5 ADD4 \
	ADD((SI)(R9*4), Z8, Z9)
#define ADD6 ADD5 \
	ADD((SI)(R11*1), Z10, Z11)
#define ADD7 ADD6 \
	ADD((SI)(R10*2), Z12, Z13)
#define ADD8 ADD7 \
	ADD((R12), Z14, Z15)
#define ADD9 ADD8 \
	ADD((R12)(R9*1), Z16, Z17)
#define ADD10 ADD9 \
	ADD((R12)(R9*2), Z18, Z19)
#define ADD11 ADD10 \
	ADD((R12)(R10*1), Z20, Z21)
#define ADD12 ADD11 \
	ADD((R12)(R9*4), Z22, Z23)
#define ADD13 ADD12 \
	ADD((R12)(R11*1), Z24, Z25)
#define ADD14 ADD13 \
	ADD((R12)(R10*2), Z26, Z27)

// STORE stores the sums of a row, and steps to the next row.
#define STORE(a0, a1) \
	VMOVUPS a0, (DI)   \
	VMOVUPS a1, 64(DI) \
	ADDQ    R8, DI

#define STORE1 STORE(Z0, Z1)
#define STORE2 STORE1 \
	STORE(Z2, Z3)
#define STORE3 STORE2 \
	STORE(Z4, Z5)
#define STORE4 STORE3 \
	STORE(Z6, Z7)
#define STORE5 STORE4 \
	STORE(Z8, Z9)
#define STORE6 STORE5 \
	STORE(Z10, Z11)
#define STORE7 STORE6 \
	STORE(Z12, Z13)
#define STORE8 STORE7 \
	STORE(Z14, Z15)
#define STORE9 STORE8 \
	STORE(Z16, Z17)
#define STORE10 STORE9 \
	STORE(Z18, Z19)
#define STORE11 STORE10 \
	STORE(Z20, Z21)
#define STORE12 STORE11 \
	STORE(Z22, Z23)
#define STORE13 STORE12 \
	STORE(Z24, Z25)
#define STORE14 STORE13 \
	STORE(Z26, Z27)

// PRODUCT does a tile, a column of a and a row of b a turn.
#define PRODUCT(tile, turn, zero, add, store) \
tile:                   \
	zero                \
turn:                   \
	VMOVUPS (DX), Z28   \
	VMOVUPS 64(DX), Z29 \
	add                 \
	ADDQ    $4, SI      \
	ADDQ    $4, R12     \
	ADDQ    BX, DX      \
	DECQ    CX          \
	JNZ     turn        \
	store               \
	VZEROUPPER          \
	RET

// func productAVX512(dst, a, b *float32, dstStride, aStride, bStride, turns, rows int)
//
// DI where the next row's results go, R8 the bytes between rows of them; SI the next numbers of the first row of a and R12
// of the eighth, R9 the bytes between rows, R10 three and R11 five times as many; DX the next row of b, BX the bytes between
// its rows; CX the turns left; AX the rows. Z0 to Z27 the sums, two registers to a row; Z28, Z29 a row of b; Z30 a number
// of a.
TEXT ·productAVX512(SB), NOSPLIT, $0-64
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
	LEAQ (SI)(R10*2), R12
	ADDQ R9, R12
	CMPQ AX, $14
	JEQ  tile14
	CMPQ AX, $13
	JEQ  tile13
	CMPQ AX, $12
	JEQ  tile12
	CMPQ AX, $11
	JEQ  tile11
	CMPQ AX, $10
	JEQ  tile10
	CMPQ AX, $9
	JEQ  tile9
	CMPQ AX, $8
	JEQ  tile8
	CMPQ AX, $7
	JEQ  tile7
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
	PRODUCT(tile7, turn7, ZERO7, ADD7, STORE7)
	PRODUCT(tile8, turn8, ZERO8, ADD8, STORE8)
	PRODUCT(tile9, turn9, ZERO9, ADD9, STORE9)
	PRODUCT(tile10, turn10, ZERO10, ADD10, STORE10)
	PRODUCT(tile11, turn11, ZERO11, ADD11, STORE11)
	PRODUCT(tile12, turn12, ZERO12, ADD12, STORE12)
	PRODUCT(tile13, turn13, ZERO13, ADD13, STORE13)
	PRODUCT(tile14, turn14, ZERO14, ADD14, STORE14)

// func peakAVX512(turns int)
//
// CX the turns left. Z0 to Z27 sums that do not wait for each other; Z28, Z29 factors.
TEXT ·peakAVX512(SB), NOSPLIT, $0-8
	MOVQ turns+0(FP), CX
	ZERO14
	VPXORQ Z28, Z28, Z28
	VPXORQ Z29, Z29, Z29

turn:
	VPDPBUSD Z28, Z29, Z0
	VPDPBUSD Z28, Z29, Z1
	VPDPBUSD Z28, Z29, Z2
	VPDPBUSD Z28, Z29, Z3
	VPDPBUSD Z28, Z29, Z4
	VPDPBUSD Z28, Z29, Z5
	VPDPBUSD Z28, Z29, Z6
	VPDPBUSD Z28, Z29, Z7
	VPDPBUSD Z28, Z29, Z8
	VPDPBUSD Z28, Z29, Z9
	VPDPBUSD Z28, Z29, Z10
	VPDPBUSD Z28, Z29, Z11
	VPDPBUSD Z28, Z29, Z12
	VPDPBUSD Z28, Z29, Z13
	VPDPBUSD Z28, Z29, Z14
	VPDPBUSD Z28, Z29, Z15
	VPDPBUSD Z28, Z29, Z16
	VPDPBUSD Z28, Z29, Z17
	VPDPBUSD Z28, Z29, Z18
	VPDPBUSD Z28, Z29, Z19
	VPDPBUSD Z28, Z29, Z20
	VPDPBUSD Z28, Z29, Z21
	VPDPBUSD Z28, Z29, Z22
	VPDPBUSD Z28, Z29, Z23
	VPDPBUSD Z28, Z29, Z24
	VPDPBUSD Z28, Z29, Z25
	VPDPBUSD Z28, Z29, Z26
	VPDPBUSD Z28, Z29, Z27
	DECQ     CX
	JNZ      turn
	VZEROUPPER
	RET
