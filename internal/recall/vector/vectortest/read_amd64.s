//go:build !purego

#include "textflag.h"

// LOAD reads 256 bytes.
#define LOAD(at) \
	VPXOR (at+0)(SI), Y0, Y0   \
	VPXOR (at+32)(SI), Y1, Y1  \
	VPXOR (at+64)(SI), Y2, Y2  \
	VPXOR (at+96)(SI), Y3, Y3  \
	VPXOR (at+128)(SI), Y0, Y0 \
	VPXOR (at+160)(SI), Y1, Y1 \
	VPXOR (at+192)(SI), Y2, Y2 \
	VPXOR (at+224)(SI), Y3, Y3

// func readAVX2(b *byte, n int) uint64
//
// SI the next byte; CX the bytes left. Y0 to Y3 four words of the result each, kept apart so that no load waits. As in
// the scans, what comes 16 KiB later is asked for once a turn: of the loops that were tried, this was the fastest.
TEXT ·readAVX2(SB), NOSPLIT, $0-24
	MOVQ  b+0(FP), SI
	MOVQ  n+8(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

turn:
	PREFETCHT0 16384(SI)
	LOAD(0)
	LOAD(256)
	LOAD(512)
	LOAD(768)
	LOAD(1024)
	LOAD(1280)
	ADDQ  $1536, SI
	SUBQ  $1536, CX
	JNZ   turn

	// The 16 words become one.
	VPXOR        Y1, Y0, Y0
	VPXOR        Y3, Y2, Y2
	VPXOR        Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPXOR        X1, X0, X0
	VPSRLDQ      $8, X0, X1
	VPXOR        X1, X0, X0
	VMOVQ        X0, AX
	MOVQ         AX, ret+16(FP)
	VZEROUPPER
	RET
