// Instructions of NEON that Go's assembler has no names for. Registers are given by their numbers, the destination last, as
// elsewhere in Go; m is the second operand and n the first where the order counts. Each macro is named like the instruction;
// numbers are of 32 bits, four to a register, where nothing else is said.

// On float32. FSUB sets d to n - m; FADDP adds neighbours up, those of n and then those of m; FMAXV sets d to the greatest
// lane of n.
#define FADD(m, n, d) WORD $(0x4e20d400 | m<<16 | n<<5 | d)
#define FSUB(m, n, d) WORD $(0x4ea0d400 | m<<16 | n<<5 | d)
#define FMUL(m, n, d) WORD $(0x6e20dc00 | m<<16 | n<<5 | d)
#define FMAX(m, n, d) WORD $(0x4e20f400 | m<<16 | n<<5 | d)
#define FMIN(m, n, d) WORD $(0x4ea0f400 | m<<16 | n<<5 | d)
#define FADDP(m, n, d) WORD $(0x6e20d400 | m<<16 | n<<5 | d)
#define FABS(n, d) WORD $(0x4ea0f800 | n<<5 | d)
#define FMAXV(n, d) WORD $(0x6e30f800 | n<<5 | d)

// Between float32 and whole numbers. FCVTNS rounds to the nearest int32, half to even; SCVTF makes float32 of int32.
#define FCVTNS(n, d) WORD $(0x4e21a800 | n<<5 | d)
#define SCVTF(n, d) WORD $(0x4e21d800 | n<<5 | d)

// Narrower numbers: int32 to int16 and int16 to int8, into the lower half of d, and into the upper with a 2.
#define SQXTN_H(n, d) WORD $(0x0e614800 | n<<5 | d)
#define SQXTN2_H(n, d) WORD $(0x4e614800 | n<<5 | d)
#define SQXTN_B(n, d) WORD $(0x0e214800 | n<<5 | d)
#define SQXTN2_B(n, d) WORD $(0x4e214800 | n<<5 | d)

// Products of int8. SDOT adds to each lane of d the products of its four bytes in n and the four bytes of lane i of m.
// SMULL sets the eight int16 of d to the products of the lower halves of n and m, SMULL2 of the upper; SMLAL and SMLAL2 add
// them. SADALP adds the pairs of neighbouring int16 of n to the lanes of d.
#define SDOT(i, m, n, d) WORD $(0x4f80e000 | (i&1)<<21 | (i>>1)<<11 | m<<16 | n<<5 | d)
#define SMULL(m, n, d) WORD $(0x0e20c000 | m<<16 | n<<5 | d)
#define SMULL2(m, n, d) WORD $(0x4e20c000 | m<<16 | n<<5 | d)
#define SMLAL(m, n, d) WORD $(0x0e208000 | m<<16 | n<<5 | d)
#define SMLAL2(m, n, d) WORD $(0x4e208000 | m<<16 | n<<5 | d)
#define SADALP(n, d) WORD $(0x4e606800 | n<<5 | d)
