//go:build amd64

#include "go_asm.h"
#include "textflag.h"

DATA firstThree<>+0(SB)/8, $-1
DATA firstThree<>+8(SB)/8, $-1
DATA firstThree<>+16(SB)/8, $-1
DATA firstThree<>+24(SB)/8, $0
GLOBL firstThree<>(SB), RODATA|NOPTR, $32

// func bendAVX2(curves *cloth.Curve, place *int32, n int, hinge *float64, at *int32, e0, e1, e2 *float64)
TEXT ·bendAVX2(SB), NOSPLIT, $0-64
	MOVQ curves+0(FP), SI
	MOVQ place+8(FP), DI
	MOVQ n+16(FP), CX
	MOVQ hinge+24(FP), R8
	MOVQ at+32(FP), R9
	MOVQ e0+40(FP), R10
	MOVQ e1+48(FP), R11
	MOVQ e2+56(FP), R12
	VMOVUPD firstThree<>(SB), Y15

curve:
	VXORPD Y0, Y0, Y0

#define STRAIN(k) \
	MOVLQSX (const_curveHinge+4*k)(SI), AX \
	MOVLQSX (R9)(AX*4), AX                 \
	VBROADCASTSD (R8)(AX*8), Y1

#define FOLD(k) \
	STRAIN(k)                              \
	VMULPD (const_curveC+24*k)(SI), Y1, Y1 \
	VADDPD Y1, Y0, Y0

	FOLD(0)
	FOLD(1)
	FOLD(2)
	FOLD(3)
	FOLD(4)
	FOLD(5)
	FOLD(6)
	FOLD(7)
	STRAIN(8)
	VMASKMOVPD (const_curveC+24*8)(SI), Y15, Y2 // nothing is read behind the last
	VMULPD Y2, Y1, Y1
	VADDPD Y1, Y0, Y0

	MOVLQSX (DI), AX
	VEXTRACTF128 $1, Y0, X1
	VMOVLPD X0, (R10)(AX*8)
	VMOVHPD X0, (R11)(AX*8)
	VMOVLPD X1, (R12)(AX*8)
	ADDQ $const_curveSize, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  curve
	VZEROUPPER
	RET

// out = (v0 + v1) + v2; Y14 is lost.
#define ADD_THREE(v, x, out) \
	VUNPCKHPD x, x, X14                    \
	VADDSD X14, x, out                     \
	VEXTRACTF128 $1, v, X14                \
	VADDSD X14, out, out

// func passOnAVX2(hinges *hingeSlot, n int, ptr *int32, refs *curveRef, curves *curveSlot, stiff float64)
TEXT ·transferAVX2(SB), NOSPLIT, $0-48
	MOVQ hinges+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ ptr+16(FP), R8
	MOVQ refs+24(FP), R9
	MOVQ curves+32(FP), DX
	VMOVSD stiff+40(FP), X13
	VMOVUPD firstThree<>(SB), Y15

hinge:
	MOVLQSX (R8), AX
	MOVLQSX 4(R8), BX
	CMPQ AX, BX
	JGE  rest
	SUBQ AX, BX
	IMUL3Q $curveRef__size, AX, SI
	ADDQ R9, SI
	VMOVSD hingeSlot_Sigma(DI), X11
	VMOVSD hingeSlot_K(DI), X12

ref:
	MOVLQSX curveRef_curve(SI), AX
	LEAQ (AX)(AX*8), AX                    // a curveSlot is nine numbers
	VMASKMOVPD curveRef_c(SI), Y15, Y0     // c
	VMULPD curveSlot_S(DX)(AX*8), Y0, Y1
	ADD_THREE(Y1, X1, X2)
	VADDSD X2, X11, X11

	VMOVUPD curveSlot_C(DX)(AX*8), Y1      // xx yy zz yz
	VMOVUPD (curveSlot_C+16)(DX)(AX*8), Y2 // zz yz xz xy
	VPERMPD $0x2C, Y2, Y3
	VBLENDPD $1, Y1, Y3, Y3                // xx xy xz
	VPERMPD $0x34, Y1, Y4
	VPERMPD $0x03, Y2, Y5
	VBLENDPD $1, Y5, Y4, Y4                // xy yy yz
	VPERMPD $0x06, Y2, Y5                  // xz yz zz
	VBROADCASTSD curveRef_c(SI), Y6
	VBROADCASTSD (curveRef_c+8)(SI), Y7
	VBROADCASTSD (curveRef_c+16)(SI), Y8
	VMULPD Y6, Y3, Y3
	VMULPD Y7, Y4, Y4
	VADDPD Y4, Y3, Y3
	VMULPD Y8, Y5, Y5
	VADDPD Y5, Y3, Y3
	VMULPD Y0, Y3, Y3
	ADD_THREE(Y3, X3, X2)
	VMULSD X13, X2, X2
	VADDSD X2, X12, X12
	ADDQ $curveRef__size, SI
	DECQ BX
	JNZ  ref
	VMOVSD X11, hingeSlot_Sigma(DI)
	VMOVSD X12, hingeSlot_K(DI)

rest:
	ADDQ $hingeSlot__size, DI
	ADDQ $4, R8
	DECQ CX
	JNZ  hinge
	VZEROUPPER
	RET
