//go:build amd64

#include "textflag.h"

// Lanes 0 to 2 on, lane 3 off.
DATA vecLanes<>+0(SB)/8, $-1
DATA vecLanes<>+8(SB)/8, $-1
DATA vecLanes<>+16(SB)/8, $-1
DATA vecLanes<>+24(SB)/8, $0
GLOBL vecLanes<>(SB), RODATA|NOPTR, $32

// func stepAVX2(r, z, q, inv *float64, alpha float64, rows int) (dot float64)
//
// Loads of r and q are masked: lane 3 is zero. The columns of an inverse are
// loaded with what follows them in lane 3, which is why inv has a spare block
// behind the last row; lane 3 of z and of the dot product is left out.
TEXT ·stepAVX2(SB), NOSPLIT, $0-56
	MOVQ r+0(FP), DI
	MOVQ z+8(FP), SI
	MOVQ q+16(FP), DX
	MOVQ inv+24(FP), BX
	VBROADCASTSD alpha+32(FP), Y14
	MOVQ rows+40(FP), CX
	VMOVUPD vecLanes<>(SB), Y15
	VXORPD Y13, Y13, Y13
	TESTQ CX, CX
	JLE stepDone

stepRow:
	VMASKMOVPD (DI), Y15, Y0
	VMASKMOVPD (DX), Y15, Y1
	VFNMADD231PD Y1, Y14, Y0      // r − αq
	VEXTRACTF128 $1, Y0, X2
	VMOVUPD X0, (DI)
	VMOVSD X2, 16(DI)
	VPERMPD $0x00, Y0, Y3
	VPERMPD $0x55, Y0, Y4
	VPERMPD $0xAA, Y0, Y5
	VMULPD (BX), Y3, Y3
	VMULPD 24(BX), Y4, Y4
	VFMADD231PD 48(BX), Y5, Y3
	VADDPD Y4, Y3, Y3             // z = M⁻¹r
	VEXTRACTF128 $1, Y3, X4
	VMOVUPD X3, (SI)
	VMOVSD X4, 16(SI)
	VFMADD231PD Y0, Y3, Y13
	ADDQ $24, DI
	ADDQ $24, SI
	ADDQ $24, DX
	ADDQ $72, BX
	DECQ CX
	JNZ  stepRow

stepDone:
	VEXTRACTF128 $1, Y13, X0
	VADDSD X0, X13, X0
	VUNPCKHPD X13, X13, X13
	VADDSD X13, X0, X0
	VZEROUPPER
	MOVSD X0, dot+48(FP)
	RET

// func turnAVX2(x, p, z *float64, alpha, beta float64, n int)
TEXT ·updateDirectionAVX2(SB), NOSPLIT, $0-48
	MOVQ x+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ z+16(FP), DX
	VBROADCASTSD alpha+24(FP), Y14
	VBROADCASTSD beta+32(FP), Y15
	MOVQ n+40(FP), CX
	SUBQ $8, CX
	JLT  turnTail

turnLoop:
	VMOVUPD (SI), Y0
	VMOVUPD 32(SI), Y1
	VMOVUPD (DI), Y2
	VMOVUPD 32(DI), Y3
	VMOVUPD (DX), Y4
	VMOVUPD 32(DX), Y5
	VFMADD231PD Y0, Y14, Y2
	VFMADD231PD Y1, Y14, Y3
	VFMADD231PD Y0, Y15, Y4
	VFMADD231PD Y1, Y15, Y5
	VMOVUPD Y2, (DI)
	VMOVUPD Y3, 32(DI)
	VMOVUPD Y4, (SI)
	VMOVUPD Y5, 32(SI)
	ADDQ $64, DI
	ADDQ $64, SI
	ADDQ $64, DX
	SUBQ $8, CX
	JGE  turnLoop

turnTail:
	ADDQ $8, CX
	JEQ  turnDone

turnOne:
	VMOVSD (SI), X0
	VMOVSD (DI), X2
	VMOVSD (DX), X4
	VFMADD231SD X0, X14, X2
	VFMADD231SD X0, X15, X4
	VMOVSD X2, (DI)
	VMOVSD X4, (SI)
	ADDQ $8, DI
	ADDQ $8, SI
	ADDQ $8, DX
	DECQ CX
	JNZ  turnOne

turnDone:
	VZEROUPPER
	RET
