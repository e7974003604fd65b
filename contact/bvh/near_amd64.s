//go:build amd64

#include "textflag.h"

DATA nearer<>+0(SB)/8, $0.999999999999
GLOBL nearer<>(SB), RODATA|NOPTR, $8

// Squared distances of a point (Y0, Y1, Y2) from the boxes of the quad at R8 into Y6, less what rounding may make of
// them: max(lo − p, 0, p − hi) along each axis.
#define DISTANCES \
	VMOVUPD 0(R8), Y6; \
	VSUBPD Y0, Y6, Y6; \
	VSUBPD 96(R8), Y0, Y7; \
	VMAXPD Y7, Y6, Y6; \
	VMAXPD Y5, Y6, Y6; \
	VMULPD Y6, Y6, Y6; \
	VMOVUPD 32(R8), Y8; \
	VSUBPD Y1, Y8, Y8; \
	VSUBPD 128(R8), Y1, Y9; \
	VMAXPD Y9, Y8, Y8; \
	VMAXPD Y5, Y8, Y8; \
	VMULPD Y8, Y8, Y8; \
	VADDPD Y8, Y6, Y6; \
	VMOVUPD 64(R8), Y8; \
	VSUBPD Y2, Y8, Y8; \
	VSUBPD 160(R8), Y2, Y9; \
	VMAXPD Y9, Y8, Y8; \
	VMAXPD Y5, Y8, Y8; \
	VMULPD Y8, Y8, Y8; \
	VADDPD Y8, Y6, Y6; \
	VMULPD Y4, Y6, Y6

// A quad is 224 bytes: its sides by 32 bytes each, then its children. Those that wait stand on the stack, at most 64.
//
// func nearAVX2(quads *quad, p *r3.Vec, d2 float64, found *[64]int32) int
TEXT ·nearAVX2(SB), NOSPLIT, $256-40
	MOVQ quads+0(FP), SI
	MOVQ p+8(FP), DX
	MOVQ found+24(FP), DI
	VBROADCASTSD 0(DX), Y0
	VBROADCASTSD 8(DX), Y1
	VBROADCASTSD 16(DX), Y2
	VBROADCASTSD d2+16(FP), Y3
	VBROADCASTSD nearer<>(SB), Y4
	VXORPD Y5, Y5, Y5
	XORQ R9, R9       // found so far
	MOVQ $1, R10      // those that wait
	LEAQ todo-256(SP), R11
	MOVL $0, (R11)

next:
	DECQ R10
	JLT  done
	MOVL (R11)(R10*4), AX
	IMULQ $224, AX
	LEAQ (SI)(AX*1), R8

	DISTANCES
	VCMPPD $17, Y3, Y6, Y6 // less than; false where one is no number
	VMOVMSKPD Y6, BX

child:
	TESTL BX, BX
	JEQ  next
	BSFL BX, CX
	LEAL -1(BX), AX
	ANDL AX, BX
	MOVL 192(R8)(CX*4), AX
	TESTL AX, AX
	JLE  triangle
	CMPQ R10, $64
	JEQ  full
	MOVL AX, (R11)(R10*4)
	INCQ R10
	JMP  child

triangle:
	CMPQ R9, $64
	JEQ  full
	NOTL AX
	MOVL AX, (DI)(R9*4)
	INCQ R9
	JMP  child

full:
	MOVQ $-1, R9

done:
	VZEROUPPER
	MOVQ R9, ret+32(FP)
	RET

// func distancesAVX2(q *quad, p *r3.Vec, d *[4]float64)
TEXT ·distancesAVX2(SB), NOSPLIT, $0-24
	MOVQ q+0(FP), R8
	MOVQ p+8(FP), DX
	MOVQ d+16(FP), DI
	VBROADCASTSD 0(DX), Y0
	VBROADCASTSD 8(DX), Y1
	VBROADCASTSD 16(DX), Y2
	VBROADCASTSD nearer<>(SB), Y4
	VXORPD Y5, Y5, Y5
	DISTANCES
	VMOVUPD Y6, (DI)
	VZEROUPPER
	RET
