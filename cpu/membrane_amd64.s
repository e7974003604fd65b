//go:build amd64

#include "go_asm.h"
#include "textflag.h"

DATA half<>+0(SB)/8, $0.5
GLOBL half<>(SB), RODATA|NOPTR, $8
DATA unit<>+0(SB)/8, $1.0
GLOBL unit<>(SB), RODATA|NOPTR, $8

#define RESTS const_restSize
#define TRIS triSlot__size
#define BENDS curveSlot__size
#define PLANE (8*const_batchLength)

// Positions of corner k of four triangles.
#define CORNER(k, x, y, z) \
	MOVLQSX (4*k)(SI), AX               \
	MOVLQSX (4*k+12)(SI), BX            \
	MOVLQSX (4*k+24)(SI), CX            \
	MOVLQSX (4*k+36)(SI), R9            \
	LEAQ (AX)(AX*2), AX                 \
	LEAQ (BX)(BX*2), BX                 \
	LEAQ (CX)(CX*2), CX                 \
	LEAQ (R9)(R9*2), R9                 \
	VMOVUPD (DI)(AX*8), X0              \
	VMOVUPD (DI)(BX*8), X1              \
	VINSERTF128 $1, (DI)(CX*8), Y0, Y0  \
	VINSERTF128 $1, (DI)(R9*8), Y1, Y1  \
	VMOVSD  16(DI)(AX*8), X2            \
	VMOVSD  16(DI)(CX*8), X3            \
	VMOVHPD 16(DI)(BX*8), X2, X2        \
	VMOVHPD 16(DI)(R9*8), X3, X3        \
	VUNPCKLPD Y1, Y0, x                 \
	VUNPCKHPD Y1, Y0, y                 \
	VINSERTF128 $1, X3, Y2, z

// Rows of four from columns of four; t0 to t3 are lost.
#define TURN(a, b, c, d, t0, t1, t2, t3) \
	VUNPCKLPD b, a, t0                  \
	VUNPCKHPD b, a, t1                  \
	VUNPCKLPD d, c, t2                  \
	VUNPCKHPD d, c, t3                  \
	VPERM2F128 $0x20, t2, t0, a         \
	VPERM2F128 $0x20, t3, t1, b         \
	VPERM2F128 $0x31, t2, t0, c         \
	VPERM2F128 $0x31, t3, t1, d

// One column of wu and wv: u = b1u p + b2u q, p = b1v p + b2v q.
#define COLUMN(p, q, u) \
	VMULPD p, Y0, u                     \
	VMULPD q, Y1, Y13                   \
	VADDPD Y13, u, u                    \
	VMULPD p, Y2, p                     \
	VMULPD q, Y3, q                     \
	VADDPD q, p, p

// out = a·b
#define DOTS(ax, ay, az, bx, by, bz, out) \
	VMULPD bx, ax, out                  \
	VMULPD by, ay, Y13                  \
	VADDPD Y13, out, out                \
	VMULPD bz, az, Y13                  \
	VADDPD Y13, out, out

// func deformFourAVX2(x *r3.Vec, tri *[3]int32, rest *cloth.TriRest, slots *triSlot, eu, ev, shear *float64)
TEXT ·deformFourAVX2(SB), NOSPLIT, $0-56
	MOVQ x+0(FP), DI
	MOVQ tri+8(FP), SI
	MOVQ rest+16(FP), DX
	MOVQ slots+24(FP), R8

	CORNER(0, Y4, Y5, Y6)
	CORNER(1, Y7, Y8, Y9)
	CORNER(2, Y10, Y11, Y12)
	VSUBPD Y4, Y7, Y7
	VSUBPD Y5, Y8, Y8
	VSUBPD Y6, Y9, Y9
	VSUBPD Y4, Y10, Y10
	VSUBPD Y5, Y11, Y11
	VSUBPD Y6, Y12, Y12
	VMOVUPD (const_restB+16)(DX), Y0
	VMOVUPD (const_restB+16+RESTS)(DX), Y2
	VMOVUPD (const_restB+16+2*RESTS)(DX), Y1
	VMOVUPD (const_restB+16+3*RESTS)(DX), Y3
	TURN(Y0, Y2, Y1, Y3, Y4, Y5, Y6, Y13)
	COLUMN(Y7, Y10, Y4)
	COLUMN(Y8, Y11, Y5)
	COLUMN(Y9, Y12, Y6)

	DOTS(Y4, Y5, Y6, Y4, Y5, Y6, Y10)
	DOTS(Y7, Y8, Y9, Y7, Y8, Y9, Y11)
	DOTS(Y4, Y5, Y6, Y7, Y8, Y9, Y12)
	VBROADCASTSD unit<>(SB), Y13
	VBROADCASTSD half<>(SB), Y14
	VSUBPD Y13, Y10, Y10
	VSUBPD Y13, Y11, Y11
	VMULPD Y14, Y10, Y10
	VMULPD Y14, Y11, Y11
	MOVQ eu+32(FP), AX
	MOVQ ev+40(FP), BX
	MOVQ shear+48(FP), CX
	VMOVUPD Y10, (AX)
	VMOVUPD Y11, (BX)
	VMOVUPD Y12, (CX)

	VUNPCKLPD Y9, Y8, Y10
	VUNPCKHPD Y9, Y8, Y11
	TURN(Y4, Y5, Y6, Y7, Y0, Y1, Y2, Y3)
	VMOVUPD Y4, triSlot_Wu(R8)
	VMOVUPD Y5, (triSlot_Wu+TRIS)(R8)
	VMOVUPD Y6, (triSlot_Wu+2*TRIS)(R8)
	VMOVUPD Y7, (triSlot_Wu+3*TRIS)(R8)
	VMOVUPD X10, (triSlot_Wv+8)(R8)
	VMOVUPD X11, (triSlot_Wv+8+TRIS)(R8)
	VEXTRACTF128 $1, Y10, (triSlot_Wv+8+2*TRIS)(R8)
	VEXTRACTF128 $1, Y11, (triSlot_Wv+8+3*TRIS)(R8)
	VZEROUPPER
	RET

#define ROWS(at, size, a, b, c, d) \
	VMOVUPD a, (at)(R8)                 \
	VMOVUPD b, (at+size)(R8)            \
	VMOVUPD c, (at+2*size)(R8)          \
	VMOVUPD d, (at+3*size)(R8)

// func stressFourAVX2(b *batch, place int, rest *cloth.TriRest, slots *triSlot, energy *float64)
TEXT ·stressFourAVX2(SB), NOSPLIT, $0-40
	MOVQ b+0(FP), SI
	MOVQ place+8(FP), AX
	MOVQ rest+16(FP), DX
	MOVQ slots+24(FP), R8
	MOVQ energy+32(FP), R9
	LEAQ (SI)(AX*8), SI

	VMOVSD  const_restArea(DX), X0
	VMOVHPD (const_restArea+RESTS)(DX), X0, X0
	VMOVSD  (const_restArea+2*RESTS)(DX), X1
	VMOVHPD (const_restArea+3*RESTS)(DX), X1, X1
	VINSERTF128 $1, X1, Y0, Y0
	VMULPD batch_psi(SI), Y0, Y1
	VMOVUPD Y1, (R9)
	VMULPD batch_sigma(SI), Y0, Y1
	VMULPD (batch_sigma+PLANE)(SI), Y0, Y2
	VMULPD (batch_sigma+2*PLANE)(SI), Y0, Y3

	// clampStress: Y4 to Y6
	VBROADCASTSD half<>(SB), Y15
	VADDPD Y2, Y1, Y7
	VMULPD Y15, Y7, Y7                  // m
	VSUBPD Y2, Y1, Y8
	VMULPD Y15, Y8, Y8                  // d
	VMULPD Y8, Y8, Y9
	VMULPD Y3, Y3, Y10
	VADDPD Y10, Y9, Y9
	VSQRTPD Y9, Y9                      // r
	VXORPD Y14, Y14, Y14
	VSUBPD Y9, Y7, Y10
	VCMPPD $0x1D, Y14, Y10, Y10         // none is negative
	VADDPD Y9, Y7, Y7
	VCMPPD $0x12, Y14, Y7, Y11          // none is positive
	VMULPD Y15, Y7, Y7                  // l
	VDIVPD Y9, Y8, Y8
	VBROADCASTSD unit<>(SB), Y12
	VADDPD Y8, Y12, Y4
	VMULPD Y4, Y7, Y4
	VSUBPD Y8, Y12, Y5
	VMULPD Y5, Y7, Y5
	VMULPD Y3, Y7, Y6
	VDIVPD Y9, Y6, Y6
	VANDNPD Y4, Y11, Y4
	VANDNPD Y5, Y11, Y5
	VANDNPD Y6, Y11, Y6
	VBLENDVPD Y10, Y1, Y4, Y4
	VBLENDVPD Y10, Y2, Y5, Y5
	VBLENDVPD Y10, Y3, Y6, Y6

	TURN(Y1, Y2, Y3, Y4, Y8, Y9, Y10, Y11)
	ROWS(triSlot_S, TRIS, Y1, Y2, Y3, Y4)
	VMULPD batch_slope(SI), Y0, Y7
	VMULPD (batch_slope+PLANE)(SI), Y0, Y12
	TURN(Y5, Y6, Y7, Y12, Y8, Y9, Y10, Y11)
	ROWS(triSlot_SP+8, TRIS, Y5, Y6, Y7, Y12)
	VMULPD (batch_slope+2*PLANE)(SI), Y0, Y1
	VMULPD batch_cross(SI), Y0, Y2
	VMULPD (batch_cross+PLANE)(SI), Y0, Y3
	VMULPD (batch_cross+2*PLANE)(SI), Y0, Y4
	TURN(Y1, Y2, Y3, Y4, Y8, Y9, Y10, Y11)
	ROWS(triSlot_C+16, TRIS, Y1, Y2, Y3, Y4)
	VZEROUPPER
	RET

// func stressCurvesAVX2(b *batch, place int, area *float64, slots *curveSlot, energy *float64)
TEXT ·stressCurvesAVX2(SB), NOSPLIT, $0-40
	MOVQ b+0(FP), SI
	MOVQ place+8(FP), AX
	MOVQ area+16(FP), DX
	MOVQ slots+24(FP), R8
	MOVQ energy+32(FP), R9
	LEAQ (SI)(AX*8), SI

	VMOVUPD (DX), Y0
	VMULPD batch_psi(SI), Y0, Y1
	VMOVUPD Y1, (R9)
	VMULPD batch_sigma(SI), Y0, Y1
	VMULPD (batch_sigma+PLANE)(SI), Y0, Y2
	VMULPD (batch_sigma+2*PLANE)(SI), Y0, Y3
	VMULPD batch_slope(SI), Y0, Y4
	TURN(Y1, Y2, Y3, Y4, Y8, Y9, Y10, Y11)
	ROWS(curveSlot_S, BENDS, Y1, Y2, Y3, Y4)
	VMULPD (batch_slope+PLANE)(SI), Y0, Y1
	VMULPD (batch_slope+2*PLANE)(SI), Y0, Y2
	VMULPD batch_cross(SI), Y0, Y3
	VMULPD (batch_cross+PLANE)(SI), Y0, Y4
	TURN(Y1, Y2, Y3, Y4, Y8, Y9, Y10, Y11)
	ROWS(curveSlot_C+8, BENDS, Y1, Y2, Y3, Y4)
	VMULPD (batch_cross+2*PLANE)(SI), Y0, Y1
	VEXTRACTF128 $1, Y1, X2
	VMOVLPD X1, (curveSlot_C+40)(R8)
	VMOVHPD X1, (curveSlot_C+40+BENDS)(R8)
	VMOVLPD X2, (curveSlot_C+40+2*BENDS)(R8)
	VMOVHPD X2, (curveSlot_C+40+3*BENDS)(R8)
	VZEROUPPER
	RET

// func addPositiveAVX2(sum, v *float64, n int)
TEXT ·addPositiveAVX2(SB), NOSPLIT, $0-24
	MOVQ sum+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), CX
	VXORPD Y1, Y1, Y1
	XORQ AX, AX

slope:
	VMAXPD (SI)(AX*8), Y1, Y0
	VADDPD (DI)(AX*8), Y0, Y0
	VMOVUPD Y0, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  slope
	VZEROUPPER
	RET
