//go:build !purego

#include "textflag.h"

// AVX-512: what is done to rows of numbers, in place or on the way to int8.

// MAGNITUDE raises the largest to that of 16 numbers, times those of smooth.
#define MAGNITUDE(at, largest) \
	VMOVUPS at(SI), Z4      \
	VMULPS  at(DX), Z4, Z4  \
	VPANDD  Z14, Z4, Z4     \
	VPMAXSD Z4, largest, largest

// func largestAVX512(x, smooth *float32, n int) float32
//
// Magnitudes are compared as integers: they have the same order, and what is no number is larger than all of them.
//
// SI, DX the next of x and smooth; CX the numbers left; AX ones in all bits but the sign, as Z14 has. Z0 to Z3 the largest
// so far, 16 lanes each; Z4 magnitudes.
TEXT ·largestAVX512(SB), NOSPLIT, $0-28
	MOVQ         x+0(FP), SI
	MOVQ         smooth+8(FP), DX
	MOVQ         n+16(FP), CX
	MOVL         $0x7fffffff, AX
	VPBROADCASTD AX, Z14
	VPXORQ       Z0, Z0, Z0
	VPXORQ       Z1, Z1, Z1
	VPXORQ       Z2, Z2, Z2
	VPXORQ       Z3, Z3, Z3

numbers: // 64 at a time
	MAGNITUDE(0, Z0)
	MAGNITUDE(64, Z1)
	MAGNITUDE(128, Z2)
	MAGNITUDE(192, Z3)
	ADDQ $256, SI
	ADDQ $256, DX
	SUBQ $64, CX
	JNZ  numbers

	// The 64 lanes become one: 16, 8, 4, 2, 1.
	VPMAXSD       Z1, Z0, Z0
	VPMAXSD       Z3, Z2, Z2
	VPMAXSD       Z2, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPMAXSD       Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMAXSD       X1, X0, X0
	VPSHUFD       $0x4e, X0, X1
	VPMAXSD       X1, X0, X0
	VPSHUFD       $0xb1, X0, X1
	VPMAXSD       X1, X0, X0
	VMOVSS        X0, ret+24(FP)
	VZEROUPPER
	RET

// ROUND makes bytes of 16 numbers and adds them to the sum.
#define ROUND(at, bytes, integers, sum) \
	VMOVUPS   at(SI), integers           \
	VMULPS    at(DX), integers, integers \
	VMULPS    Z15, integers, integers    \
	VCVTPS2DQ integers, integers         \
	VPADDD    integers, sum, sum         \
	VPMOVDB   integers, bytes(DI)

// func roundAVX512(dst *int8, x, smooth *float32, n int, by float32) int32
//
// DI where the next bytes go; SI, DX the next of x and smooth; CX the numbers left. Z0 to Z3 integers; Z8, Z9 their sums, 16
// lanes each; Z15 by.
TEXT ·roundAVX512(SB), NOSPLIT, $0-44
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         smooth+16(FP), DX
	MOVQ         n+24(FP), CX
	VBROADCASTSS by+32(FP), Z15
	VPXORQ       Z8, Z8, Z8
	VPXORQ       Z9, Z9, Z9

numbers: // 64 at a time
	ROUND(0, 0, Z0, Z8)
	ROUND(64, 16, Z1, Z9)
	ROUND(128, 32, Z2, Z8)
	ROUND(192, 48, Z3, Z9)
	ADDQ $64, DI
	ADDQ $256, SI
	ADDQ $256, DX
	SUBQ $64, CX
	JNZ  numbers

	// The 32 lanes become one: 16, 8, 4, 2, 1.
	VPADDD        Z9, Z8, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VPHADDD       X0, X0, X0
	VPHADDD       X0, X0, X0
	VMOVD         X0, AX
	MOVL          AX, ret+40(FP)
	VZEROUPPER
	RET

// func softmaxAVX512(x *float32, panels int, mask *int32, table *float32)
//
// A row in three passes, like softmaxAVX2, whose EXP says how exponentials are made.
//
// SI the next numbers, DI the row; CX the panels left, BX all of them; DX the mask, whose ones are where the last panel has
// numbers; R8 the last panel; AX the table: log₂e, the least exponent, the great number, 2ᶠ from its highest power down,
// -∞. Z0 16 numbers; Z1, Z2 what their exponentials need besides; Z4 to Z9 2ᶠ; Z10 log₂e; Z11 the largest; Z12 the least
// exponent; Z13 the great number; Z15 the sum, then 1 over it. K1 the mask.
TEXT ·softmaxAVX512(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), DI
	MOVQ panels+8(FP), BX
	MOVQ mask+16(FP), DX
	MOVQ table+24(FP), AX

	// What lies beyond the row becomes -∞.
	MOVQ         BX, R8
	SHLQ         $6, R8
	LEAQ         -64(DI)(R8*1), R8
	VMOVDQU32    (DX), Z1
	VPMOVD2M     Z1, K1
	VBROADCASTSS 36(AX), Z0
	VMOVUPS      (R8), K1, Z0
	VMOVUPS      Z0, (R8)

	MOVQ DI, SI
	MOVQ BX, CX

largest:
	VMAXPS (SI), Z0, Z0
	ADDQ   $64, SI
	DECQ   CX
	JNZ    largest

	// The 16 lanes become one, in every lane.
	VSHUFF64X2 $0x4e, Z0, Z0, Z1
	VMAXPS     Z1, Z0, Z0
	VSHUFF64X2 $0xb1, Z0, Z0, Z1
	VMAXPS     Z1, Z0, Z0
	VSHUFPS    $0x4e, Z0, Z0, Z1
	VMAXPS     Z1, Z0, Z0
	VSHUFPS    $0xb1, Z0, Z0, Z1
	VMAXPS     Z1, Z0, Z11

	VBROADCASTSS (AX), Z10
	VBROADCASTSS 4(AX), Z12
	VBROADCASTSS 8(AX), Z13
	VBROADCASTSS 12(AX), Z4
	VBROADCASTSS 16(AX), Z5
	VBROADCASTSS 20(AX), Z6
	VBROADCASTSS 24(AX), Z7
	VBROADCASTSS 28(AX), Z8
	VBROADCASTSS 32(AX), Z9
	VPXORQ       Z15, Z15, Z15
	MOVQ         DI, SI
	MOVQ         BX, CX

exponentials:
	VMOVUPS     (SI), Z0
	VSUBPS      Z11, Z0, Z0
	VMULPS      Z10, Z0, Z0
	VMAXPS      Z0, Z12, Z0
	VADDPS      Z13, Z0, Z1
	VSUBPS      Z13, Z1, Z2
	VSUBPS      Z2, Z0, Z0
	VMOVAPS     Z4, Z2
	VFMADD213PS Z5, Z0, Z2
	VFMADD213PS Z6, Z0, Z2
	VFMADD213PS Z7, Z0, Z2
	VFMADD213PS Z8, Z0, Z2
	VFMADD213PS Z9, Z0, Z2
	VPSLLD      $23, Z1, Z1
	VMULPS      Z1, Z2, Z0
	VMOVUPS     Z0, (SI)
	VADDPS      Z0, Z15, Z15
	ADDQ        $64, SI
	DECQ        CX
	JNZ         exponentials

	// The 16 lanes become one, then 1 over it in every lane.
	VEXTRACTF64X4 $1, Z15, Y0
	VADDPS        Y0, Y15, Y0
	VEXTRACTF128  $1, Y0, X1
	VADDPS        X1, X0, X0
	VHADDPS       X0, X0, X0
	VHADDPS       X0, X0, X0
	MOVL          $0x3f800000, AX
	VMOVD         AX, X1
	VDIVSS        X0, X1, X0
	VBROADCASTSS  X0, Z15

quotients:
	VMULPS  (DI), Z15, Z0
	VMOVUPS Z0, (DI)
	ADDQ    $64, DI
	DECQ    BX
	JNZ     quotients

	// What lies beyond the row becomes 0, even if the row holds what is no number.
	VPANDD  (DX), Z0, Z0
	VMOVUPS Z0, -64(DI)
	VZEROUPPER
	RET

// COEFFICIENT takes four polynomials one coefficient further.
#define COEFFICIENT(c) \
	VFMADD213PS c, Z4, Z8  \
	VFMADD213PS c, Z5, Z9  \
	VFMADD213PS c, Z6, Z10 \
	VFMADD213PS c, Z7, Z11

// func geluAVX512(x *float32, n int, table *float32)
//
// Φ is ½ and x times a polynomial in the square of x, which is stretched from [0, the bound's square] to [-1, 1]; x is
// bounded for it.
//
// SI the next numbers; CX how many are left; DX the table: the bound and its negative, what the square is taken times, -1,
// the polynomial from its highest power down, ½. Z0 to Z3 bounded numbers, Z4 to Z7 their stretched squares, Z8 to Z11 the
// polynomials; Z13 to Z31 the table.
TEXT ·geluAVX512(SB), NOSPLIT, $0-24
	MOVQ         x+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         table+16(FP), DX
	VBROADCASTSS (DX), Z13
	VBROADCASTSS 4(DX), Z14
	VBROADCASTSS 8(DX), Z15
	VBROADCASTSS 12(DX), Z16
	VBROADCASTSS 16(DX), Z17
	VBROADCASTSS 20(DX), Z18
	VBROADCASTSS 24(DX), Z19
	VBROADCASTSS 28(DX), Z20
	VBROADCASTSS 32(DX), Z21
	VBROADCASTSS 36(DX), Z22
	VBROADCASTSS 40(DX), Z23
	VBROADCASTSS 44(DX), Z24
	VBROADCASTSS 48(DX), Z25
	VBROADCASTSS 52(DX), Z26
	VBROADCASTSS 56(DX), Z27
	VBROADCASTSS 60(DX), Z28
	VBROADCASTSS 64(DX), Z29
	VBROADCASTSS 68(DX), Z30
	VBROADCASTSS 72(DX), Z31

numbers: // 64 at a time
	VMINPS      (SI), Z13, Z0
	VMINPS      64(SI), Z13, Z1
	VMINPS      128(SI), Z13, Z2
	VMINPS      192(SI), Z13, Z3
	VMAXPS      Z14, Z0, Z0
	VMAXPS      Z14, Z1, Z1
	VMAXPS      Z14, Z2, Z2
	VMAXPS      Z14, Z3, Z3
	VMULPS      Z0, Z0, Z4
	VMULPS      Z1, Z1, Z5
	VMULPS      Z2, Z2, Z6
	VMULPS      Z3, Z3, Z7
	VFMADD132PS Z15, Z16, Z4
	VFMADD132PS Z15, Z16, Z5
	VFMADD132PS Z15, Z16, Z6
	VFMADD132PS Z15, Z16, Z7
	VMOVAPS     Z17, Z8
	VMOVAPS     Z17, Z9
	VMOVAPS     Z17, Z10
	VMOVAPS     Z17, Z11
	COEFFICIENT(Z18)
	COEFFICIENT(Z19)
	COEFFICIENT(Z20)
	COEFFICIENT(Z21)
	COEFFICIENT(Z22)
	COEFFICIENT(Z23)
	COEFFICIENT(Z24)
	COEFFICIENT(Z25)
	COEFFICIENT(Z26)
	COEFFICIENT(Z27)
	COEFFICIENT(Z28)
	COEFFICIENT(Z29)
	COEFFICIENT(Z30)
	VFMADD213PS Z31, Z0, Z8
	VFMADD213PS Z31, Z1, Z9
	VFMADD213PS Z31, Z2, Z10
	VFMADD213PS Z31, Z3, Z11
	VMULPS      (SI), Z8, Z8
	VMULPS      64(SI), Z9, Z9
	VMULPS      128(SI), Z10, Z10
	VMULPS      192(SI), Z11, Z11
	VMOVUPS     Z8, (SI)
	VMOVUPS     Z9, 64(SI)
	VMOVUPS     Z10, 128(SI)
	VMOVUPS     Z11, 192(SI)
	ADDQ        $256, SI
	SUBQ        $64, CX
	JNZ         numbers
	VZEROUPPER
	RET

// TOTAL makes of 64 lanes, Z0 to Z3, their sum divided by what X15 holds, in every lane of Z0.
#define TOTAL \
	VADDPS        Z1, Z0, Z0  \
	VADDPS        Z3, Z2, Z2  \
	VADDPS        Z2, Z0, Z0  \
	VEXTRACTF64X4 $1, Z0, Y1  \
	VADDPS        Y1, Y0, Y0  \
	VEXTRACTF128  $1, Y0, X1  \
	VADDPS        X1, X0, X0  \
	VHADDPS       X0, X0, X0  \
	VHADDPS       X0, X0, X0  \
	VDIVSS        X15, X0, X0 \
	VBROADCASTSS  X0, Z0

// JOIN adds 16 numbers of the residual to those of x, and both to the sum.
#define JOIN(at, sum) \
	VMOVUPS at(SI), Z4     \
	VADDPS  at(DX), Z4, Z4 \
	VMOVUPS Z4, at(SI)     \
	VADDPS  Z4, sum, sum

// DEVIATE adds the squares of 16 deviations from the mean to the sum.
#define DEVIATE(at, sum) \
	VMOVUPS     at(SI), Z4    \
	VSUBPS      Z14, Z4, Z4   \
	VFMADD231PS Z4, Z4, sum

// NORM brings 16 numbers to their mean and variance, and takes them times the gain, plus the bias.
#define NORM(at) \
	VMOVUPS     at(SI), Z4     \
	VSUBPS      Z14, Z4, Z4    \
	VMULPS      Z0, Z4, Z4     \
	VMOVUPS     at(R8), Z5     \
	VFMADD213PS at(R9), Z5, Z4 \
	VMOVUPS     Z4, at(SI)

// CLEAR clears Z0 to Z3, and begins a row anew.
#define CLEAR \
	VPXORQ Z0, Z0, Z0 \
	VPXORQ Z1, Z1, Z1 \
	VPXORQ Z2, Z2, Z2 \
	VPXORQ Z3, Z3, Z3 \
	MOVQ   DI, SI     \
	MOVQ   BX, CX

// func addNormAVX512(x, residual, gain, bias *float32, width int, epsilon float32)
//
// A row in three passes: the sum, the squares of what differs from the mean, the result.
//
// DI the row, SI its next numbers; DX those of the residual, R8 of the gain, R9 of the bias; BX the width, CX how much of it
// is left. Z0 to Z3 sums of 16 lanes each, then Z0 what deviations are taken times; Z4, Z5 what is reckoned with; Z14 the
// mean; X15 the width.
TEXT ·addNormAVX512(SB), NOSPLIT, $0-44
	MOVQ       x+0(FP), DI
	MOVQ       residual+8(FP), DX
	MOVQ       gain+16(FP), R8
	MOVQ       bias+24(FP), R9
	MOVQ       width+32(FP), BX
	VXORPS     X15, X15, X15
	VCVTSI2SSQ BX, X15, X15
	CLEAR

sum: // 64 at a time
	JOIN(0, Z0)
	JOIN(64, Z1)
	JOIN(128, Z2)
	JOIN(192, Z3)
	ADDQ $256, SI
	ADDQ $256, DX
	SUBQ $64, CX
	JNZ  sum
	TOTAL
	VMOVAPS Z0, Z14
	CLEAR

squares:
	DEVIATE(0, Z0)
	DEVIATE(64, Z1)
	DEVIATE(128, Z2)
	DEVIATE(192, Z3)
	ADDQ $256, SI
	SUBQ $64, CX
	JNZ  squares
	TOTAL
	VADDSS       epsilon+40(FP), X0, X0
	VSQRTSS      X0, X0, X0
	MOVL         $0x3f800000, AX
	VMOVD        AX, X1
	VDIVSS       X0, X1, X0
	VBROADCASTSS X0, Z0
	MOVQ         DI, SI
	MOVQ         BX, CX

norm:
	NORM(0)
	NORM(64)
	NORM(128)
	NORM(192)
	ADDQ $256, SI
	ADDQ $256, R8
	ADDQ $256, R9
	SUBQ $64, CX
	JNZ  norm
	VZEROUPPER
	RET
