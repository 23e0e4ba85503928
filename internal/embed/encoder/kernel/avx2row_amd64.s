//go:build !purego

#include "textflag.h"

// AVX2 with FMA: what is done to rows of numbers, in place or on the way to int8.

// MAGNITUDE raises the largest to that of 8 numbers, times those of smooth.
#define MAGNITUDE(at, largest) \
	VMOVUPS at(SI), Y4      \
	VMULPS  at(DX), Y4, Y4  \
	VANDPS  Y14, Y4, Y4     \
	VPMAXSD Y4, largest, largest

// func largestAVX2(x, smooth *float32, n int) float32
//
// Magnitudes are compared as integers: they have the same order, and what is no number is larger than all of them.
//
// SI, DX the next of x and smooth; CX the numbers left. Y0 to Y3 the largest so far, 8 lanes each; Y14 ones in all bits but
// the sign.
TEXT ·largestAVX2(SB), NOSPLIT, $0-28
	MOVQ  x+0(FP), SI
	MOVQ  smooth+8(FP), DX
	MOVQ  n+16(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPCMPEQD Y14, Y14, Y14
	VPSRLD   $1, Y14, Y14

numbers: // 32 at a time
	MAGNITUDE(0, Y0)
	MAGNITUDE(32, Y1)
	MAGNITUDE(64, Y2)
	MAGNITUDE(96, Y3)
	ADDQ $128, SI
	ADDQ $128, DX
	SUBQ $32, CX
	JNZ  numbers

	// The 32 lanes become one: 8, 4, 2, 1.
	VPMAXSD      Y1, Y0, Y0
	VPMAXSD      Y3, Y2, Y2
	VPMAXSD      Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPMAXSD      X1, X0, X0
	VPSHUFD      $0x4e, X0, X1
	VPMAXSD      X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPMAXSD      X1, X0, X0
	VMOVSS       X0, ret+24(FP)
	VZEROUPPER
	RET

// ROUND makes integers of 8 numbers and adds them to the sum.
#define ROUND(at, integers, sum) \
	VMOVUPS   at(SI), integers           \
	VMULPS    at(DX), integers, integers \
	VMULPS    Y15, integers, integers    \
	VCVTPS2DQ integers, integers         \
	VPADDD    integers, sum, sum

// What the halves of registers that are packed hold becomes 0, 1, 2, 3 and so on again.
DATA order<>+0(SB)/8, $0x0000000400000000
DATA order<>+8(SB)/8, $0x0000000500000001
DATA order<>+16(SB)/8, $0x0000000600000002
DATA order<>+24(SB)/8, $0x0000000700000003
GLOBL order<>(SB), RODATA|NOPTR, $32

// func roundAVX2(dst *int8, x, smooth *float32, n int, by float32) int32
//
// DI where the next bytes go; SI, DX the next of x and smooth; CX the numbers left. Y0 to Y3 integers; Y8, Y9 their sums, 8
// lanes each; Y14 the order; Y15 by.
TEXT ·roundAVX2(SB), NOSPLIT, $0-44
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         smooth+16(FP), DX
	MOVQ         n+24(FP), CX
	VBROADCASTSS by+32(FP), Y15
	VMOVDQU      order<>(SB), Y14
	VPXOR        Y8, Y8, Y8
	VPXOR        Y9, Y9, Y9

numbers: // 32 at a time
	ROUND(0, Y0, Y8)
	ROUND(32, Y1, Y9)
	ROUND(64, Y2, Y8)
	ROUND(96, Y3, Y9)
	VPACKSSDW Y1, Y0, Y0
	VPACKSSDW Y3, Y2, Y2
	VPACKSSWB Y2, Y0, Y0
	VPERMD    Y0, Y14, Y0
	VMOVDQU   Y0, (DI)
	ADDQ      $32, DI
	ADDQ      $128, SI
	ADDQ      $128, DX
	SUBQ      $32, CX
	JNZ       numbers

	// The 16 lanes become one: 8, 4, 2, 1.
	VPADDD       Y9, Y8, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPHADDD      X0, X0, X0
	VPHADDD      X0, X0, X0
	VMOVD        X0, AX
	MOVL         AX, ret+40(FP)
	VZEROUPPER
	RET

// EXP makes 2ⁿ·2ᶠ of 8 numbers, where n is the nearest integer to a number less the largest, times log₂e, and f the rest.
// A number so great that it has no room for a fraction is added for a while: what is left is n, in its last bits n + 127,
// which is how 2ⁿ is written. What is under 2⁻¹²⁶ becomes 0; what is no number stays so.
#define EXP(x, n, p) \
	VSUBPS      Y11, x, x \
	VMULPS      Y10, x, x \
	VMAXPS      x, Y12, x \
	VADDPS      Y13, x, n \
	VSUBPS      Y13, n, p \
	VSUBPS      p, x, x   \
	VMOVAPS     Y4, p     \
	VFMADD213PS Y5, x, p  \
	VFMADD213PS Y6, x, p  \
	VFMADD213PS Y7, x, p  \
	VFMADD213PS Y8, x, p  \
	VFMADD213PS Y9, x, p  \
	VPSLLD      $23, n, n \
	VMULPS      n, p, x

// func softmaxAVX2(x *float32, panels int, mask *int32, table *float32)
//
// A row in three passes: the largest, the exponentials, their division by the sum.
//
// SI the next numbers, DI the row; CX the panels left, BX all of them; DX the mask, whose ones are where the last panel has
// numbers; AX the table: log₂e, the least exponent, the great number, 2ᶠ from its highest power down, -∞. Y0 and Y1 16
// numbers; Y2, Y3 what EXP needs besides; Y4 to Y9 2ᶠ; Y10 log₂e; Y11 the largest; Y12 the least exponent; Y13 the great
// number; Y15 the sum, then 1 over it.
TEXT ·softmaxAVX2(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), DI
	MOVQ panels+8(FP), BX
	MOVQ mask+16(FP), DX
	MOVQ table+24(FP), AX

	// What lies beyond the row becomes -∞.
	MOVQ         BX, R8
	SHLQ         $6, R8
	LEAQ         -64(DI)(R8*1), R8
	VBROADCASTSS 36(AX), Y2
	VMOVUPS      (DX), Y0
	VBLENDVPS    Y0, (R8), Y2, Y0
	VMOVUPS      Y0, (R8)
	VMOVUPS      32(DX), Y1
	VBLENDVPS    Y1, 32(R8), Y2, Y1
	VMOVUPS      Y1, 32(R8)

	MOVQ DI, SI
	MOVQ BX, CX

largest:
	VMAXPS (SI), Y0, Y0
	VMAXPS 32(SI), Y1, Y1
	ADDQ   $64, SI
	DECQ   CX
	JNZ    largest

	// The 16 lanes become one, in every lane.
	VMAXPS     Y1, Y0, Y0
	VPERM2F128 $1, Y0, Y0, Y1
	VMAXPS     Y1, Y0, Y0
	VSHUFPS    $0x4e, Y0, Y0, Y1
	VMAXPS     Y1, Y0, Y0
	VSHUFPS    $0xb1, Y0, Y0, Y1
	VMAXPS     Y1, Y0, Y11

	VBROADCASTSS (AX), Y10
	VBROADCASTSS 4(AX), Y12
	VBROADCASTSS 8(AX), Y13
	VBROADCASTSS 12(AX), Y4
	VBROADCASTSS 16(AX), Y5
	VBROADCASTSS 20(AX), Y6
	VBROADCASTSS 24(AX), Y7
	VBROADCASTSS 28(AX), Y8
	VBROADCASTSS 32(AX), Y9
	VXORPS       Y15, Y15, Y15
	MOVQ         DI, SI
	MOVQ         BX, CX

exponentials:
	VMOVUPS (SI), Y0
	EXP(Y0, Y2, Y3)
	VMOVUPS Y0, (SI)
	VADDPS  Y0, Y15, Y15
	VMOVUPS 32(SI), Y1
	EXP(Y1, Y2, Y3)
	VMOVUPS Y1, 32(SI)
	VADDPS  Y1, Y15, Y15
	ADDQ    $64, SI
	DECQ    CX
	JNZ     exponentials

	// The 8 lanes become one, then 1 over it in every lane.
	VEXTRACTF128 $1, Y15, X0
	VADDPS       X0, X15, X0
	VHADDPS      X0, X0, X0
	VHADDPS      X0, X0, X0
	MOVL         $0x3f800000, AX
	VMOVD        AX, X1
	VDIVSS       X0, X1, X0
	VBROADCASTSS X0, Y15

quotients:
	VMULPS  (DI), Y15, Y0
	VMULPS  32(DI), Y15, Y1
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ    $64, DI
	DECQ    BX
	JNZ     quotients

	// What lies beyond the row becomes 0, even if the row holds what is no number.
	VANDPS  (DX), Y0, Y0
	VANDPS  32(DX), Y1, Y1
	VMOVUPS Y0, -64(DI)
	VMOVUPS Y1, -32(DI)
	VZEROUPPER
	RET

// COEFFICIENT takes four polynomials one coefficient further.
#define COEFFICIENT(at) \
	VBROADCASTSS at(DX), Y15  \
	VFMADD213PS  Y15, Y4, Y8  \
	VFMADD213PS  Y15, Y5, Y9  \
	VFMADD213PS  Y15, Y6, Y10 \
	VFMADD213PS  Y15, Y7, Y11

// func geluAVX2(x *float32, n int, table *float32)
//
// Φ is ½ and x times a polynomial in the square of x, which is stretched from [0, the bound's square] to [-1, 1]; x is
// bounded for it.
//
// SI the next numbers; CX how many are left; DX the table: the bound and its negative, what the square is taken times, -1,
// the polynomial from its highest power down, ½. Y0 to Y3 bounded numbers, Y4 to Y7 their stretched squares, Y8 to Y11 the
// polynomials; Y14, Y15 numbers of the table.
TEXT ·geluAVX2(SB), NOSPLIT, $0-24
	MOVQ x+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ table+16(FP), DX

numbers: // 32 at a time
	VBROADCASTSS (DX), Y14
	VBROADCASTSS 4(DX), Y15
	VMINPS       (SI), Y14, Y0
	VMINPS       32(SI), Y14, Y1
	VMINPS       64(SI), Y14, Y2
	VMINPS       96(SI), Y14, Y3
	VMAXPS       Y15, Y0, Y0
	VMAXPS       Y15, Y1, Y1
	VMAXPS       Y15, Y2, Y2
	VMAXPS       Y15, Y3, Y3
	VBROADCASTSS 8(DX), Y14
	VBROADCASTSS 12(DX), Y15
	VMULPS       Y0, Y0, Y4
	VMULPS       Y1, Y1, Y5
	VMULPS       Y2, Y2, Y6
	VMULPS       Y3, Y3, Y7
	VFMADD132PS  Y14, Y15, Y4
	VFMADD132PS  Y14, Y15, Y5
	VFMADD132PS  Y14, Y15, Y6
	VFMADD132PS  Y14, Y15, Y7
	VBROADCASTSS 16(DX), Y8
	VMOVAPS      Y8, Y9
	VMOVAPS      Y8, Y10
	VMOVAPS      Y8, Y11
	COEFFICIENT(20)
	COEFFICIENT(24)
	COEFFICIENT(28)
	COEFFICIENT(32)
	COEFFICIENT(36)
	COEFFICIENT(40)
	COEFFICIENT(44)
	COEFFICIENT(48)
	COEFFICIENT(52)
	COEFFICIENT(56)
	COEFFICIENT(60)
	COEFFICIENT(64)
	COEFFICIENT(68)
	VBROADCASTSS 72(DX), Y15
	VFMADD213PS  Y15, Y0, Y8
	VFMADD213PS  Y15, Y1, Y9
	VFMADD213PS  Y15, Y2, Y10
	VFMADD213PS  Y15, Y3, Y11
	VMULPS       (SI), Y8, Y8
	VMULPS       32(SI), Y9, Y9
	VMULPS       64(SI), Y10, Y10
	VMULPS       96(SI), Y11, Y11
	VMOVUPS      Y8, (SI)
	VMOVUPS      Y9, 32(SI)
	VMOVUPS      Y10, 64(SI)
	VMOVUPS      Y11, 96(SI)
	ADDQ         $128, SI
	SUBQ         $32, CX
	JNZ          numbers
	VZEROUPPER
	RET

// TOTAL makes of 32 lanes, Y0 to Y3, their sum divided by what X15 holds, in every lane of Y0.
#define TOTAL \
	VADDPS       Y1, Y0, Y0  \
	VADDPS       Y3, Y2, Y2  \
	VADDPS       Y2, Y0, Y0  \
	VEXTRACTF128 $1, Y0, X1  \
	VADDPS       X1, X0, X0  \
	VHADDPS      X0, X0, X0  \
	VHADDPS      X0, X0, X0  \
	VDIVSS       X15, X0, X0 \
	VBROADCASTSS X0, Y0

// JOIN adds 8 numbers of the residual to those of x, and both to the sum.
#define JOIN(at, sum) \
	VMOVUPS at(SI), Y4     \
	VADDPS  at(DX), Y4, Y4 \
	VMOVUPS Y4, at(SI)     \
	VADDPS  Y4, sum, sum

// DEVIATE adds the squares of 8 deviations from the mean to the sum.
#define DEVIATE(at, sum) \
	VMOVUPS     at(SI), Y4    \
	VSUBPS      Y14, Y4, Y4   \
	VFMADD231PS Y4, Y4, sum

// NORM brings 8 numbers to their mean and variance, and takes them times the gain, plus the bias.
#define NORM(at) \
	VMOVUPS     at(SI), Y4      \
	VSUBPS      Y14, Y4, Y4     \
	VMULPS      Y0, Y4, Y4      \
	VMOVUPS     at(R8), Y5      \
	VFMADD213PS at(R9), Y5, Y4  \
	VMOVUPS     Y4, at(SI)

// CLEAR clears Y0 to Y3, and begins a row anew.
#define CLEAR \
	VXORPS Y0, Y0, Y0 \
	VXORPS Y1, Y1, Y1 \
	VXORPS Y2, Y2, Y2 \
	VXORPS Y3, Y3, Y3 \
	MOVQ   DI, SI     \
	MOVQ   BX, CX

// func addNormAVX2(x, residual, gain, bias *float32, width int, epsilon float32)
//
// A row in three passes: the sum, the squares of what differs from the mean, the result.
//
// DI the row, SI its next numbers; DX those of the residual, R8 of the gain, R9 of the bias; BX the width, CX how much of it
// is left. Y0 to Y3 sums of 8 lanes each, then Y0 what deviations are taken times; Y4, Y5 what is reckoned with; Y14 the
// mean; Y15 the width.
TEXT ·addNormAVX2(SB), NOSPLIT, $0-44
	MOVQ      x+0(FP), DI
	MOVQ      residual+8(FP), DX
	MOVQ      gain+16(FP), R8
	MOVQ      bias+24(FP), R9
	MOVQ      width+32(FP), BX
	VXORPS    X15, X15, X15
	VCVTSI2SSQ BX, X15, X15
	CLEAR

sum: // 32 at a time
	JOIN(0, Y0)
	JOIN(32, Y1)
	JOIN(64, Y2)
	JOIN(96, Y3)
	ADDQ $128, SI
	ADDQ $128, DX
	SUBQ $32, CX
	JNZ  sum
	TOTAL
	VMOVAPS Y0, Y14
	CLEAR

squares:
	DEVIATE(0, Y0)
	DEVIATE(32, Y1)
	DEVIATE(64, Y2)
	DEVIATE(96, Y3)
	ADDQ $128, SI
	SUBQ $32, CX
	JNZ  squares
	TOTAL
	VADDSS       epsilon+40(FP), X0, X0
	VSQRTSS      X0, X0, X0
	MOVL         $0x3f800000, AX
	VMOVD        AX, X1
	VDIVSS       X0, X1, X0
	VBROADCASTSS X0, Y0
	MOVQ         DI, SI
	MOVQ         BX, CX

norm:
	NORM(0)
	NORM(32)
	NORM(64)
	NORM(96)
	ADDQ $128, SI
	ADDQ $128, R8
	ADDQ $128, R9
	SUBQ $32, CX
	JNZ  norm
	VZEROUPPER
	RET
