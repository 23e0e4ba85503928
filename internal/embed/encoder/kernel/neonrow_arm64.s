//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// What the NEON kernels do with a row, 16 numbers in 4 registers at a time, so that four chains of reckoning run beside each
// other.

// SUM4 adds four registers, numbered a to d, up to one number, in every lane of a.
#define SUM4(a, b, c, d) \
	FADD(b, a, a)  \
	FADD(d, c, c)  \
	FADD(c, a, a)  \
	FADDP(a, a, a) \
	FADDP(a, a, a)

// MOST4 sets d to the greatest of the numbers in four registers, numbered a to d, in every lane; vd is d's name.
#define MOST4(a, b, c, d, vd) \
	FMAX(b, a, a)     \
	FMAX(d, c, c)     \
	FMAX(c, a, a)     \
	FMAXV(a, d)       \
	VDUP vd.S[0], vd.S4

// FOLD is a step of a polynomial: to becomes from·x + term.
#define FOLD(term, x, from, to) \
	VMOV  term.B16, to.B16 \
	VFMLA x.S4, from.S4, to.S4

// FOLD4 is FOLD for x in V0 to V3, from V8 to V11 to V12 to V15; FOLD4BACK goes the other way.
#define FOLD4(term) \
	FOLD(term, V0, V8, V12)  \
	FOLD(term, V1, V9, V13)  \
	FOLD(term, V2, V10, V14) \
	FOLD(term, V3, V11, V15)

#define FOLD4BACK(term) \
	FOLD(term, V0, V12, V8)  \
	FOLD(term, V1, V13, V9)  \
	FOLD(term, V2, V14, V10) \
	FOLD(term, V3, V15, V11)

// START4 makes V8 to V11 a polynomial's highest term.
#define START4(term) \
	VMOV term.B16, V8.B16  \
	VMOV term.B16, V9.B16  \
	VMOV term.B16, V10.B16 \
	VMOV term.B16, V11.B16

// TERM sets every lane of v to the next of the numbers at R2.
#define TERM(v) VLD1R.P 4(R2), [v.S4]

// func largestOf(x, smooth *float32, n int) float32
//
// R0 x; R1 smooth; R2 the numbers left. V0 to V3 the greatest so far of each lane; V4 to V7 the numbers; V16 to V19 those of
// smooth.
TEXT ·largestOf(SB), NOSPLIT, $0-28
	MOVD x+0(FP), R0
	MOVD smooth+8(FP), R1
	MOVD n+16(FP), R2
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16

numbers:
	VLD1.P 64(R0), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1.P 64(R1), [V16.S4, V17.S4, V18.S4, V19.S4]
	FMUL(16, 4, 4)
	FMUL(17, 5, 5)
	FMUL(18, 6, 6)
	FMUL(19, 7, 7)
	FABS(4, 4)
	FABS(5, 5)
	FABS(6, 6)
	FABS(7, 7)
	FMAX(4, 0, 0)
	FMAX(5, 1, 1)
	FMAX(6, 2, 2)
	FMAX(7, 3, 3)
	SUBS   $16, R2, R2
	BNE    numbers

	MOST4(0, 1, 2, 3, V3)
	FMOVS F3, ret+24(FP)
	RET

// ROUND makes int32 of the number in v: times that of smooth (s), times that in V20.
#define ROUND(s, v) \
	FMUL(s, v, v)  \
	FMUL(20, v, v) \
	FCVTNS(v, v)

// func roundRow(values *int8, x, smooth *float32, n int, by float32) int32
//
// R0 values; R1 x; R2 smooth; R3 the numbers left. V0 to V3 the sums; V4 to V7 the numbers; V8 and V9 eight of them in 16
// bits each, V10 all in 8 bits each; V16 to V19 those of smooth; V20 by.
TEXT ·roundRow(SB), NOSPLIT, $0-44
	MOVD  values+0(FP), R0
	MOVD  x+8(FP), R1
	MOVD  smooth+16(FP), R2
	MOVD  n+24(FP), R3
	FMOVS by+32(FP), F20
	VDUP  V20.S[0], V20.S4
	VEOR  V0.B16, V0.B16, V0.B16
	VEOR  V1.B16, V1.B16, V1.B16
	VEOR  V2.B16, V2.B16, V2.B16
	VEOR  V3.B16, V3.B16, V3.B16

numbers:
	VLD1.P 64(R1), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1.P 64(R2), [V16.S4, V17.S4, V18.S4, V19.S4]
	ROUND(16, 4)
	ROUND(17, 5)
	ROUND(18, 6)
	ROUND(19, 7)
	VADD   V4.S4, V0.S4, V0.S4
	VADD   V5.S4, V1.S4, V1.S4
	VADD   V6.S4, V2.S4, V2.S4
	VADD   V7.S4, V3.S4, V3.S4
	SQXTN_H(4, 8)
	SQXTN2_H(5, 8)
	SQXTN_H(6, 9)
	SQXTN2_H(7, 9)
	SQXTN_B(8, 10)
	SQXTN2_B(9, 10)
	VST1.P [V10.B16], 16(R0)
	SUBS   $16, R3, R3
	BNE    numbers

	VADD  V1.S4, V0.S4, V0.S4
	VADD  V3.S4, V2.S4, V2.S4
	VADD  V2.S4, V0.S4, V0.S4
	VADDV V0.S4, V0
	FMOVS F0, ret+40(FP)
	RET

// POWER splits the number in x, less the greatest of the row (V16), times log₂e (V17) into a whole number, n, and what is
// left of it, in x. It is not less than the least exponent (V18). A number so great that it has no room for a fraction (V19)
// is added for a while, p without it: what stays in n ends in the bits of n + 127, which is how 2ⁿ is written.
#define POWER(x, n, p) \
	FSUB(16, x, x) \
	FMUL(17, x, x) \
	FMAX(18, x, x) \
	FADD(19, x, n) \
	FSUB(19, n, p) \
	FSUB(p, x, x)

// SCALE multiplies the number in p by 2ⁿ, of which n has the bits. What is under 2⁻¹²⁶ becomes 0. The name of n is vn.
#define SCALE(n, p, vn) \
	VSHL $23, vn.S4, vn.S4 \
	FMUL(n, p, p)

// func softmaxRow(x *float32, n int, table *float32)
//
// R0 x; R1 the numbers left; R2 the table. V0 to V3 the numbers, V4 to V7 the powers of two in them, V8 to V15 the
// polynomial; V16 the greatest number, then the inverse of the sum; V17 to V19 see POWER; V20 to V25 the polynomial's
// terms; V28 to V31 the sums.
TEXT ·softmaxRow(SB), NOSPLIT, $0-24
	MOVD x+0(FP), R0
	MOVD n+8(FP), R1
	VLD1 (R0), [V4.S4, V5.S4, V6.S4, V7.S4]

greatest:
	VLD1.P 64(R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	FMAX(0, 4, 4)
	FMAX(1, 5, 5)
	FMAX(2, 6, 6)
	FMAX(3, 7, 7)
	SUBS   $16, R1, R1
	BNE    greatest

	MOST4(4, 5, 6, 7, V7)
	VMOV V7.B16, V16.B16
	MOVD table+16(FP), R2
	TERM(V17)
	TERM(V18)
	TERM(V19)
	TERM(V20)
	TERM(V21)
	TERM(V22)
	TERM(V23)
	TERM(V24)
	TERM(V25)
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16
	VEOR V30.B16, V30.B16, V30.B16
	VEOR V31.B16, V31.B16, V31.B16
	MOVD x+0(FP), R0
	MOVD n+8(FP), R1

exponentials:
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	POWER(0, 4, 8)
	POWER(1, 5, 9)
	POWER(2, 6, 10)
	POWER(3, 7, 11)
	START4(V20)
	FOLD4(V21)
	FOLD4BACK(V22)
	FOLD4(V23)
	FOLD4BACK(V24)
	FOLD4(V25)
	SCALE(4, 12, V4)
	SCALE(5, 13, V5)
	SCALE(6, 14, V6)
	SCALE(7, 15, V7)
	VST1.P [V12.S4, V13.S4, V14.S4, V15.S4], 64(R0)
	FADD(12, 28, 28)
	FADD(13, 29, 29)
	FADD(14, 30, 30)
	FADD(15, 31, 31)
	SUBS   $16, R1, R1
	BNE    exponentials

	SUM4(28, 29, 30, 31)
	FMOVS $1.0, F16
	FDIVS F28, F16, F16
	VDUP  V16.S[0], V16.S4
	MOVD  x+0(FP), R0
	MOVD  n+8(FP), R1

shares:
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	FMUL(16, 0, 0)
	FMUL(16, 1, 1)
	FMUL(16, 2, 2)
	FMUL(16, 3, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	SUBS   $16, R1, R1
	BNE    shares
	RET

// STRETCH bounds x, which V12 and V13 do, and sets stretched to its square, times V14, plus V15. The names of square, whose
// register is lost, and stretched are vsquare and vstretched.
#define STRETCH(x, square, vsquare, vstretched) \
	FMIN(12, x, x)                \
	FMAX(13, x, x)                \
	FMUL(x, x, square)            \
	VMOV  V15.B16, vstretched.B16 \
	VFMLA V14.S4, vsquare.S4, vstretched.S4

// func geluRow(x *float32, n int, table *float32)
//
// Φ is ½ and x times a polynomial in the square of x, which is stretched from [0, the bound's square] to [-1, 1]; x is
// bounded for it.
//
// R0 x; R1 the numbers left; R2 the table, then its polynomial; R3 the table. V0 to V3 the stretched squares, then the
// numbers; V4 to V7 the bounded numbers; V8 to V15 the polynomial, V12 to V15 what STRETCH needs before; V16 to V29 the
// polynomial's terms; V30 ½.
TEXT ·geluRow(SB), NOSPLIT, $0-24
	MOVD x+0(FP), R0
	MOVD n+8(FP), R1
	MOVD table+16(FP), R3
	ADD  $16, R3, R2
	TERM(V16)
	TERM(V17)
	TERM(V18)
	TERM(V19)
	TERM(V20)
	TERM(V21)
	TERM(V22)
	TERM(V23)
	TERM(V24)
	TERM(V25)
	TERM(V26)
	TERM(V27)
	TERM(V28)
	TERM(V29)
	TERM(V30)

numbers:
	VLD1  (R0), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD4R (R3), [V12.S4, V13.S4, V14.S4, V15.S4]
	STRETCH(4, 8, V8, V0)
	STRETCH(5, 9, V9, V1)
	STRETCH(6, 10, V10, V2)
	STRETCH(7, 11, V11, V3)
	START4(V16)
	FOLD4(V17)
	FOLD4BACK(V18)
	FOLD4(V19)
	FOLD4BACK(V20)
	FOLD4(V21)
	FOLD4BACK(V22)
	FOLD4(V23)
	FOLD4BACK(V24)
	FOLD4(V25)
	FOLD4BACK(V26)
	FOLD4(V27)
	FOLD4BACK(V28)
	FOLD4(V29)
	FOLD(V30, V4, V12, V8)
	FOLD(V30, V5, V13, V9)
	FOLD(V30, V6, V14, V10)
	FOLD(V30, V7, V15, V11)
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	FMUL(8, 0, 0)
	FMUL(9, 1, 1)
	FMUL(10, 2, 2)
	FMUL(11, 3, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	SUBS   $16, R1, R1
	BNE    numbers
	RET

// SQUARE adds the square of x, less the mean (V20), to sum. The names of the two are vx and vsum.
#define SQUARE(x, vx, vsum) \
	FSUB(20, x, x) \
	VFMLA vx.S4, vx.S4, vsum.S4

// NORM sets bias to x, less the mean (V20), times that in V21 and gain, plus bias. The names of the three are vx, vgain and
// vbias.
#define NORM(x, vx, vgain, vbias) \
	FSUB(20, x, x) \
	FMUL(21, x, x) \
	VFMLA vx.S4, vgain.S4, vbias.S4

// func addNormRow(x, residual, gain, bias *float32, n int, epsilon float32)
//
// R0 x; R1 residual; R2 gain; R3 bias; R4 the numbers left. V0 to V3 the numbers; V4 to V7 those of residual, then of gain;
// V8 to V11 those of bias; V16 to V19 the sums; V20 the mean; V21 the inverse of the deviation; F22 the width; F23 epsilon.
TEXT ·addNormRow(SB), NOSPLIT, $0-44
	MOVD   x+0(FP), R0
	MOVD   residual+8(FP), R1
	MOVD   gain+16(FP), R2
	MOVD   bias+24(FP), R3
	MOVD   n+32(FP), R4
	FMOVS  epsilon+40(FP), F23
	SCVTFS R4, F22
	VEOR   V16.B16, V16.B16, V16.B16
	VEOR   V17.B16, V17.B16, V17.B16
	VEOR   V18.B16, V18.B16, V18.B16
	VEOR   V19.B16, V19.B16, V19.B16

add:
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R1), [V4.S4, V5.S4, V6.S4, V7.S4]
	FADD(4, 0, 0)
	FADD(5, 1, 1)
	FADD(6, 2, 2)
	FADD(7, 3, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	FADD(0, 16, 16)
	FADD(1, 17, 17)
	FADD(2, 18, 18)
	FADD(3, 19, 19)
	SUBS   $16, R4, R4
	BNE    add

	SUM4(16, 17, 18, 19)
	FDIVS F22, F16, F20
	VDUP  V20.S[0], V20.S4
	VEOR  V16.B16, V16.B16, V16.B16
	VEOR  V17.B16, V17.B16, V17.B16
	VEOR  V18.B16, V18.B16, V18.B16
	VEOR  V19.B16, V19.B16, V19.B16
	MOVD  x+0(FP), R0
	MOVD  n+32(FP), R4

squares:
	VLD1.P 64(R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	SQUARE(0, V0, V16)
	SQUARE(1, V1, V17)
	SQUARE(2, V2, V18)
	SQUARE(3, V3, V19)
	SUBS   $16, R4, R4
	BNE    squares

	SUM4(16, 17, 18, 19)
	FDIVS  F22, F16, F16
	FADDS  F23, F16, F16
	FSQRTS F16, F16
	FMOVS  $1.0, F21
	FDIVS  F16, F21, F21
	VDUP   V21.S[0], V21.S4
	MOVD   x+0(FP), R0
	MOVD   n+32(FP), R4

norm:
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R2), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1.P 64(R3), [V8.S4, V9.S4, V10.S4, V11.S4]
	NORM(0, V0, V4, V8)
	NORM(1, V1, V5, V9)
	NORM(2, V2, V6, V10)
	NORM(3, V3, V7, V11)
	VST1.P [V8.S4, V9.S4, V10.S4, V11.S4], 64(R0)
	SUBS   $16, R4, R4
	BNE    norm
	RET
