//go:build amd64

#include "textflag.h"

// Lanes 0 to 2 on, lane 3 off.
DATA lanes<>+0(SB)/8, $-1
DATA lanes<>+8(SB)/8, $-1
DATA lanes<>+16(SB)/8, $-1
DATA lanes<>+24(SB)/8, $0
GLOBL lanes<>(SB), RODATA|NOPTR, $32

DATA inf<>+0(SB)/8, $0x7FF0000000000000
GLOBL inf<>(SB), RODATA|NOPTR, $8
DATA minusInf<>+0(SB)/8, $0xFFF0000000000000
GLOBL minusInf<>(SB), RODATA|NOPTR, $8

// The columns Y6 and Y7 of a triangle's gradient at the positions at base, from its shape gradients Y10 to Y13, and
// where they belong.
#define DEFORM(base, at) \
	VMASKMOVPD (base)(R10*8), Y15, Y3 \
	VMASKMOVPD (base)(R11*8), Y15, Y4 \
	VMASKMOVPD (base)(R12*8), Y15, Y5 \
	VSUBPD Y3, Y4, Y4      \
	VSUBPD Y3, Y5, Y5      \
	VMULPD Y10, Y4, Y6     \
	VMULPD Y11, Y5, Y8     \
	VADDPD Y8, Y6, Y6      \
	VMULPD Y12, Y4, Y7     \
	VMULPD Y13, Y5, Y9     \
	VADDPD Y9, Y7, Y7      \
	VUNPCKLPD Y7, Y6, Y8   \
	VUNPCKHPD Y7, Y6, Y9   \
	VMOVUPD Y8, at(BX)     \
	VMOVUPD X9, at+32(BX)

// func deformAVX2(tri *[3]int32, corner *[2][3]float64, from, to *r3.Vec, grads *gradients, n int)
TEXT ·deformAVX2(SB), NOSPLIT, $0-48
	MOVQ tri+0(FP), SI
	MOVQ corner+8(FP), DI
	MOVQ from+16(FP), R8
	MOVQ to+24(FP), R9
	MOVQ grads+32(FP), BX
	MOVQ n+40(FP), CX
	VMOVUPD lanes<>(SB), Y15

triangle:
	MOVLQSX (SI), R10
	MOVLQSX 4(SI), R11
	MOVLQSX 8(SI), R12
	LEAQ (R10)(R10*2), R10
	LEAQ (R11)(R11*2), R11
	LEAQ (R12)(R12*2), R12
	VBROADCASTSD 8(DI), Y10
	VBROADCASTSD 16(DI), Y11
	VBROADCASTSD 32(DI), Y12
	VBROADCASTSD 40(DI), Y13
	DEFORM(R8, 0)
	DEFORM(R9, 48)
	VPERMPD $0xC9, Y6, Y0 // y z x
	VPERMPD $0xD2, Y6, Y1 // z x y
	VPERMPD $0xD2, Y7, Y2
	VPERMPD $0xC9, Y7, Y3
	VMULPD Y2, Y0, Y0
	VMULPD Y3, Y1, Y1
	VSUBPD Y1, Y0, Y0
	VMOVUPD Y0, 96(BX)
	ADDQ $12, SI
	ADDQ $48, DI
	ADDQ $128, BX
	DECQ CX
	JNZ  triangle
	VZEROUPPER
	RET

// func sumAVX2(met *int32, n int, grads *gradients, sum *[4]float64)
TEXT ·sumAVX2(SB), NOSPLIT, $0-32
	MOVQ met+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ grads+16(FP), BX
	MOVQ sum+24(FP), DI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	SUBQ $2, CX
	JLT  sumLast

sumTwo:
	MOVLQSX (SI), AX
	MOVLQSX 4(SI), DX
	SHLQ $7, AX
	SHLQ $7, DX
	VADDPD 96(BX)(AX*1), Y0, Y0
	VADDPD 96(BX)(DX*1), Y1, Y1
	ADDQ $8, SI
	SUBQ $2, CX
	JGE  sumTwo

sumLast:
	CMPQ CX, $-2
	JEQ  sumDone
	MOVLQSX (SI), AX
	SHLQ $7, AX
	VADDPD 96(BX)(AX*1), Y0, Y0

sumDone:
	VADDPD Y1, Y0, Y0
	VMOVUPD Y0, (DI)
	VZEROUPPER
	RET

// Products with the gradient at: 1·a, 1·b, 2·a, 2·b, into the ranges of lo and hi.
#define RANGE(at, v, w, lo, hi) \
	VBROADCASTF128 at+0(BX)(AX*1), v  \
	VBROADCASTF128 at+32(BX)(AX*1), w \
	VMULPD Y10, v, v \
	VMULPD Y11, w, w \
	VADDPD w, v, v   \
	VBROADCASTF128 at+16(BX)(AX*1), w \
	VMULPD Y12, w, w \
	VADDPD w, v, v   \
	VMINPD v, lo, lo \
	VMAXPD v, hi, hi

// func rangesAVX2(met *int32, n int, grads *gradients, basis *[3][2]float64, ranges *[2][4]float64)
TEXT ·rangesAVX2(SB), NOSPLIT, $0-40
	MOVQ met+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ grads+16(FP), BX
	MOVQ basis+24(FP), DX
	MOVQ ranges+32(FP), DI
	VBROADCASTF128 (DX), Y10 // 1 2 1 2
	VBROADCASTF128 16(DX), Y11
	VBROADCASTF128 32(DX), Y12
	VPERMPD $0x50, Y10, Y10 // 1 1 2 2
	VPERMPD $0x50, Y11, Y11
	VPERMPD $0x50, Y12, Y12
	VBROADCASTSD inf<>(SB), Y0
	VBROADCASTSD minusInf<>(SB), Y1
	VMOVAPD Y0, Y2
	VMOVAPD Y1, Y3

met:
	MOVLQSX (SI), AX
	SHLQ $7, AX
	RANGE(0, Y4, Y5, Y0, Y1)
	RANGE(48, Y6, Y7, Y2, Y3)
	ADDQ $4, SI
	DECQ CX
	JNZ  met
	VMINPD Y2, Y0, Y0
	VMAXPD Y3, Y1, Y1
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
