//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// The products of the NEON kernels. A tile is a few rows by a panel of 16 outputs, and 16 numbers are 4 registers. Where
// there are fewer rows than a tile has, the last one is read once more in place of each that is missing, and not written.

#define ZERO(v) VEOR v.B16, v.B16, v.B16

#define ZERO4(v, w, x, y) \
	ZERO(v) \
	ZERO(w) \
	ZERO(x) \
	ZERO(y)

// NEXT sets to, the pointer to row number, to where the next row begins after from, or to from if there are no more rows.
// R8 the number of rows.
#define NEXT(number, stride, from, to) \
	CMP  $number, R8         \
	CSEL GT, stride, ZR, to  \
	ADD  from, to, to

// SCALED makes float32 of sums, times the scales of the row (V16) and of the outputs, plus bias. V17 is lost.
#define SCALED(sums, scales, bias) \
	SCVTF(sums, sums)       \
	FMUL(scales, 16, 17)    \
	FMUL(17, sums, sums)    \
	FADD(bias, sums, sums)

// WRITE writes the row whose sums are in the registers numbered a to d, also called va to vd, and steps to the next row's
// place, or ends with the last row. R0 that place; R7 from one row to the next; R2 the next row's scale; R8 the rows left;
// V24 to V27 the scales of the outputs, V28 to V31 their biases.
#define WRITE(a, b, c, d, va, vb, vc, vd) \
	VLD1R.P 4(R2), [V16.S4]                            \
	SCALED(a, 24, 28)                                  \
	SCALED(b, 25, 29)                                  \
	SCALED(c, 26, 30)                                  \
	SCALED(d, 27, 31)                                  \
	VST1.P  [va.S4, vb.S4, vc.S4, vd.S4], (R0)(R7)     \
	SUBS    $1, R8, R8                                 \
	BEQ     done

// ROW adds to four sums the products of the weights of four inputs (V20 to V23) and these inputs, which are lane i of
// register row.
#define ROW(i, row, a, b, c, d) \
	SDOT(i, row, 20, a) \
	SDOT(i, row, 21, b) \
	SDOT(i, row, 22, c) \
	SDOT(i, row, 23, d)

// QUAD reads the weights of the next four inputs and multiplies them with lane i of the rows.
#define QUAD(i) \
	VLD1.P 64(R3), [V20.B16, V21.B16, V22.B16, V23.B16] \
	ROW(i, 16, 0, 1, 2, 3)     \
	ROW(i, 17, 4, 5, 6, 7)     \
	ROW(i, 18, 8, 9, 10, 11)   \
	ROW(i, 19, 12, 13, 14, 15)

// func multiplyDot(dst *float32, values *int8, rowScales *float32, weights *int8, scales, bias *float32, in, out, rows int)
//
// R1, R9, R10, R11 the rows; R3 the weights; R6 the inputs left; R4, R5 the scales and biases of the outputs; R0, R2, R7
// and R8 see WRITE. V0 to V15 the sums, four registers to each row; V16 to V19 16 inputs of each row; V20 to V23 weights.
TEXT ·multiplyDot(SB), NOSPLIT, $0-72
	MOVD dst+0(FP), R0
	MOVD values+8(FP), R1
	MOVD rowScales+16(FP), R2
	MOVD weights+24(FP), R3
	MOVD scales+32(FP), R4
	MOVD bias+40(FP), R5
	MOVD in+48(FP), R6
	MOVD out+56(FP), R7
	MOVD rows+64(FP), R8
	LSL  $2, R7, R7
	NEXT(1, R6, R1, R9)
	NEXT(2, R6, R9, R10)
	NEXT(3, R6, R10, R11)
	ZERO4(V0, V1, V2, V3)
	ZERO4(V4, V5, V6, V7)
	ZERO4(V8, V9, V10, V11)
	ZERO4(V12, V13, V14, V15)

inputs: // 16 at a time
	VLD1.P 16(R1), [V16.B16]
	VLD1.P 16(R9), [V17.B16]
	VLD1.P 16(R10), [V18.B16]
	VLD1.P 16(R11), [V19.B16]
	QUAD(0)
	QUAD(1)
	QUAD(2)
	QUAD(3)
	SUBS   $16, R6, R6
	BNE    inputs

	VLD1 (R4), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1 (R5), [V28.S4, V29.S4, V30.S4, V31.S4]
	WRITE(0, 1, 2, 3, V0, V1, V2, V3)
	WRITE(4, 5, 6, 7, V4, V5, V6, V7)
	WRITE(8, 9, 10, 11, V8, V9, V10, V11)
	WRITE(12, 13, 14, 15, V12, V13, V14, V15)

done:
	RET

// LONG adds the products of eight outputs and eight inputs to four sums, each of two outputs, two lanes to an output: v and
// w are the weights of the first four inputs, v2 and w2 of the next; x and x2 the inputs. Two products fit into 16 bits, as
// none is greater than 127·127. V28 to V31 are lost.
#define LONG(v, w, v2, w2, x, x2, a, b, c, d) \
	SMULL(x, v, 28)    \
	SMULL2(x, v, 29)   \
	SMULL(x, w, 30)    \
	SMULL2(x, w, 31)   \
	SMLAL(x2, v2, 28)  \
	SMLAL2(x2, v2, 29) \
	SMLAL(x2, w2, 30)  \
	SMLAL2(x2, w2, 31) \
	SADALP(28, a)      \
	SADALP(29, b)      \
	SADALP(30, c)      \
	SADALP(31, d)

// PAIR is LONG for the 16 outputs and two rows.
#define PAIR \
	LONG(20, 21, 24, 25, 16, 17, 0, 1, 2, 3)   \
	LONG(22, 23, 26, 27, 16, 17, 4, 5, 6, 7)   \
	LONG(20, 21, 24, 25, 18, 19, 8, 9, 10, 11) \
	LONG(22, 23, 26, 27, 18, 19, 12, 13, 14, 15)

// func multiplyLong(dst *float32, values *int8, rowScales *float32, weights *int8, scales, bias *float32, in, out, rows int)
//
// R1, R9 the rows; R3 the weights; R6 the inputs left; R4, R5 the scales and biases of the outputs; R0, R2, R7 and R8 see
// WRITE. V0 to V15 the sums, eight registers to each row; V16, V17 and V18, V19 eight inputs of each row, four in a
// register, as often as it holds them; V20 to V27 the weights of these inputs; V28 to V31 see LONG.
TEXT ·multiplyLong(SB), NOSPLIT, $0-72
	MOVD dst+0(FP), R0
	MOVD values+8(FP), R1
	MOVD rowScales+16(FP), R2
	MOVD weights+24(FP), R3
	MOVD scales+32(FP), R4
	MOVD bias+40(FP), R5
	MOVD in+48(FP), R6
	MOVD out+56(FP), R7
	MOVD rows+64(FP), R8
	LSL  $2, R7, R7
	NEXT(1, R6, R1, R9)
	ZERO4(V0, V1, V2, V3)
	ZERO4(V4, V5, V6, V7)
	ZERO4(V8, V9, V10, V11)
	ZERO4(V12, V13, V14, V15)

inputs: // 8 at a time
	VLD1R.P 4(R1), [V16.S4]
	VLD1R.P 4(R1), [V17.S4]
	VLD1R.P 4(R9), [V18.S4]
	VLD1R.P 4(R9), [V19.S4]
	VLD1.P  64(R3), [V20.B16, V21.B16, V22.B16, V23.B16]
	VLD1.P  64(R3), [V24.B16, V25.B16, V26.B16, V27.B16]
	PAIR
	SUBS    $8, R6, R6
	BNE     inputs

	// The two lanes of each output become one.
	VADDP V1.S4, V0.S4, V0.S4
	VADDP V3.S4, V2.S4, V1.S4
	VADDP V5.S4, V4.S4, V2.S4
	VADDP V7.S4, V6.S4, V3.S4
	VADDP V9.S4, V8.S4, V4.S4
	VADDP V11.S4, V10.S4, V5.S4
	VADDP V13.S4, V12.S4, V6.S4
	VADDP V15.S4, V14.S4, V7.S4

	VLD1 (R4), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1 (R5), [V28.S4, V29.S4, V30.S4, V31.S4]
	WRITE(0, 1, 2, 3, V0, V1, V2, V3)
	WRITE(4, 5, 6, 7, V4, V5, V6, V7)

done:
	RET

// func peakDot(turns int) (products int)
//
// A turn is 16 instructions of 16 products, each with a sum of its own. R0 the turns left. V0 to V15 the sums; what is in
// the other registers does not matter.
TEXT ·peakDot(SB), NOSPLIT, $0-16
	MOVD turns+0(FP), R0
	LSL  $8, R0, R1
	MOVD R1, products+8(FP)
	CBZ  R0, done

turns:
	ROW(0, 16, 0, 1, 2, 3)
	ROW(0, 17, 4, 5, 6, 7)
	ROW(0, 18, 8, 9, 10, 11)
	ROW(0, 19, 12, 13, 14, 15)
	SUBS $1, R0, R0
	BNE  turns

done:
	RET

// func peakLong(turns int) (products int)
//
// A turn is 32 instructions of 8 products, and what adds them up. R0 the turns left. V0 to V15 the sums; what is in the
// other registers does not matter.
TEXT ·peakLong(SB), NOSPLIT, $0-16
	MOVD turns+0(FP), R0
	LSL  $8, R0, R1
	MOVD R1, products+8(FP)
	CBZ  R0, done

turns:
	PAIR
	SUBS $1, R0, R0
	BNE  turns

done:
	RET

// TIMES adds the 16 numbers in V20 to V23, times that in every lane of row, to four sums.
#define TIMES(row, a, b, c, d) \
	VFMLA row.S4, V20.S4, a.S4 \
	VFMLA row.S4, V21.S4, b.S4 \
	VFMLA row.S4, V22.S4, c.S4 \
	VFMLA row.S4, V23.S4, d.S4

// STORE writes a row and steps to the next row's place, R0, R3 away, or ends with the last row. R8 the rows left.
#define STORE(a, b, c, d) \
	VST1.P [a.S4, b.S4, c.S4, d.S4], (R0)(R3) \
	SUBS   $1, R8, R8                         \
	BEQ    done

// func productTile(dst, a, b *float32, dstStride, aStride, bStride, depth, rows int)
//
// R1, R9, R10, R11 the rows of a, R4 from one to the next; R2 the row of b, R5 to the next; R6 the rows of b left; R0, R3
// and R8 see STORE. V0 to V15 the sums, four registers to each row; V16 to V19 a number of each row of a, in every lane;
// V20 to V23 16 numbers of b.
TEXT ·productTile(SB), NOSPLIT, $0-64
	MOVD dst+0(FP), R0
	MOVD a+8(FP), R1
	MOVD b+16(FP), R2
	MOVD dstStride+24(FP), R3
	MOVD aStride+32(FP), R4
	MOVD bStride+40(FP), R5
	MOVD depth+48(FP), R6
	MOVD rows+56(FP), R8
	LSL  $2, R3, R3
	LSL  $2, R4, R4
	LSL  $2, R5, R5
	NEXT(1, R4, R1, R9)
	NEXT(2, R4, R9, R10)
	NEXT(3, R4, R10, R11)
	ZERO4(V0, V1, V2, V3)
	ZERO4(V4, V5, V6, V7)
	ZERO4(V8, V9, V10, V11)
	ZERO4(V12, V13, V14, V15)

depth:
	VLD1R.P 4(R1), [V16.S4]
	VLD1R.P 4(R9), [V17.S4]
	VLD1R.P 4(R10), [V18.S4]
	VLD1R.P 4(R11), [V19.S4]
	VLD1.P  (R2)(R5), [V20.S4, V21.S4, V22.S4, V23.S4]
	TIMES(V16, V0, V1, V2, V3)
	TIMES(V17, V4, V5, V6, V7)
	TIMES(V18, V8, V9, V10, V11)
	TIMES(V19, V12, V13, V14, V15)
	SUBS    $1, R6, R6
	BNE     depth

	STORE(V0, V1, V2, V3)
	STORE(V4, V5, V6, V7)
	STORE(V8, V9, V10, V11)
	STORE(V12, V13, V14, V15)

done:
	RET
