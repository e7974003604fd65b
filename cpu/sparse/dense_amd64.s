//go:build amd64

#include "textflag.h"

// func symvAVX2(z, a, r *float64, n int)
//
// 16 rows at a time, then 4, two columns per round: eight (two) accumulators.
TEXT ·symvAVX2(SB), NOSPLIT, $0-32
	MOVQ z+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ r+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ CX, R8
	SHLQ $3, R8       // bytes per column
	MOVQ CX, R9       // rows left
	SUBQ $16, R9
	JLT  symvFour

symvSixteen:
	MOVQ SI, BX       // column pointer
	MOVQ DX, R10
	MOVQ CX, R11
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7

symvPair:
	VBROADCASTSD (R10), Y8
	VBROADCASTSD 8(R10), Y9
	LEAQ (BX)(R8*1), R12
	VFMADD231PD (BX), Y8, Y0
	VFMADD231PD 32(BX), Y8, Y1
	VFMADD231PD 64(BX), Y8, Y2
	VFMADD231PD 96(BX), Y8, Y3
	VFMADD231PD (R12), Y9, Y4
	VFMADD231PD 32(R12), Y9, Y5
	VFMADD231PD 64(R12), Y9, Y6
	VFMADD231PD 96(R12), Y9, Y7
	LEAQ (R12)(R8*1), BX
	ADDQ $16, R10
	SUBQ $2, R11
	JNZ  symvPair
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, SI
	SUBQ $16, R9
	JGE  symvSixteen

symvFour:
	ADDQ $16, R9
	JEQ  symvDone

symvFourRows:
	MOVQ SI, BX
	MOVQ DX, R10
	MOVQ CX, R11
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1

symvFourPair:
	VBROADCASTSD (R10), Y8
	VBROADCASTSD 8(R10), Y9
	VFMADD231PD (BX), Y8, Y0
	VFMADD231PD (BX)(R8*1), Y9, Y1
	LEAQ (BX)(R8*2), BX
	ADDQ $16, R10
	SUBQ $2, R11
	JNZ  symvFourPair
	VADDPD Y1, Y0, Y0
	VMOVUPD Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $4, R9
	JNZ  symvFourRows

symvDone:
	VZEROUPPER
	RET

// func rankOneAVX2(a, f, w *float64, n int)
TEXT ·rankOneAVX2(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), DI
	MOVQ f+8(FP), SI
	MOVQ w+16(FP), DX
	MOVQ n+24(FP), CX
	SHLQ $3, CX        // bytes per row
	MOVQ n+24(FP), R8  // rows left

rankRow:
	VBROADCASTSD (SI), Y0
	XORQ AX, AX

rankFour:
	VMOVUPD (DI)(AX*1), Y1
	VFMADD231PD (DX)(AX*1), Y0, Y1
	VMOVUPD Y1, (DI)(AX*1)
	ADDQ $32, AX
	CMPQ AX, CX
	JLT  rankFour
	ADDQ CX, DI
	ADDQ $8, SI
	DECQ R8
	JNZ  rankRow
	VZEROUPPER
	RET
