//go:build amd64

#include "go_asm.h"
#include "textflag.h"

// 1e-18, the square of dihedral.FlatHeight.
DATA flat2<>+0(SB)/8, $0x3c32725dd1d243ac
GLOBL flat2<>(SB), RODATA|NOPTR, $8
DATA one<>+0(SB)/8, $0x3ff0000000000000
GLOBL one<>(SB), RODATA|NOPTR, $8
DATA three<>+0(SB)/8, $0x4008000000000000
GLOBL three<>(SB), RODATA|NOPTR, $8
DATA minus<>+0(SB)/8, $0x8000000000000000
GLOBL minus<>(SB), RODATA|NOPTR, $8

// The numbers of math.Atan.
DATA arctan<>+0(SB)/8, $0xbfec007fa1f72594 // P0
DATA arctan<>+8(SB)/8, $0xc03028545b6b807a // P1
DATA arctan<>+16(SB)/8, $0xc052c08c36880273 // P2
DATA arctan<>+24(SB)/8, $0xc05eb8bf2d05ba25 // P3
DATA arctan<>+32(SB)/8, $0xc0503669fd28ec8e // P4
DATA arctan<>+40(SB)/8, $0x4038dbc45b14603c // Q0
DATA arctan<>+48(SB)/8, $0x4064a0dd43b8fa25 // Q1
DATA arctan<>+56(SB)/8, $0x407b0e18d2e2be3b // Q2
DATA arctan<>+64(SB)/8, $0x407e563f13b049ea // Q3
DATA arctan<>+72(SB)/8, $0x4068519efbbd62ec // Q4
DATA arctan<>+80(SB)/8, $0x3fe51eb851eb851f // the largest tangent of the series
GLOBL arctan<>(SB), RODATA|NOPTR, $88
DATA magnitude<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitude<>(SB), RODATA|NOPTR, $8

#define HINGES const_hingeSize
#define SLOTS hingeSlot__size

// Positions of vertex k of four hinges.
#define VERTEX(k, x, y, z) \
	MOVLQSX (const_hingeV+4*k)(SI), AX           \
	MOVLQSX (const_hingeV+4*k+HINGES)(SI), BX    \
	MOVLQSX (const_hingeV+4*k+2*HINGES)(SI), CX  \
	MOVLQSX (const_hingeV+4*k+3*HINGES)(SI), R9  \
	LEAQ (AX)(AX*2), AX                          \
	LEAQ (BX)(BX*2), BX                          \
	LEAQ (CX)(CX*2), CX                          \
	LEAQ (R9)(R9*2), R9                          \
	VMOVUPD (DI)(AX*8), X0                       \
	VMOVUPD (DI)(BX*8), X1                       \
	VINSERTF128 $1, (DI)(CX*8), Y0, Y0           \
	VINSERTF128 $1, (DI)(R9*8), Y1, Y1           \
	VMOVSD  16(DI)(AX*8), X2                     \
	VMOVSD  16(DI)(CX*8), X3                     \
	VMOVHPD 16(DI)(BX*8), X2, X2                 \
	VMOVHPD 16(DI)(R9*8), X3, X3                 \
	VUNPCKLPD Y1, Y0, x                          \
	VUNPCKHPD Y1, Y0, y                          \
	VINSERTF128 $1, X3, Y2, z

// Counted from vertex 0.
#define FROM(x, y, z) \
	VSUBPD Y4, x, x   \
	VSUBPD Y5, y, y   \
	VSUBPD Y6, z, z

// out = a·b
#define DOT(ax, ay, az, bx, by, bz, tmp, out) \
	VMULPD bx, ax, out    \
	VMULPD by, ay, tmp    \
	VADDPD tmp, out, out  \
	VMULPD bz, az, tmp    \
	VADDPD tmp, out, out

// out = a1 b1 − a2 b2, a component of a cross product
#define LESS(a1, b1, a2, b2, tmp, out) \
	VMULPD b1, a1, out    \
	VMULPD b2, a2, tmp    \
	VSUBPD tmp, out, out

// out = a × b; Y0 is lost.
#define CROSS(ax, ay, az, bx, by, bz, ox, oy, oz) \
	LESS(ay, bz, az, by, Y0, ox)                  \
	LESS(az, bx, ax, bz, Y0, oy)                  \
	LESS(ax, by, ay, bx, Y0, oz)

// Gradients at vertex k, times −1 or 1, times 3/h̄ (Y0); x, y and z are lost.
#define PUT(k, x, y, z, lx, hx, t) \
	VMULPD x, Y0, x                                  \
	VMULPD y, Y0, y                                  \
	VMULPD z, Y0, z                                  \
	VUNPCKLPD y, x, t                                \
	VUNPCKHPD y, x, y                                \
	VMOVUPD lx, (hingeSlot_G+24*k)(DX)               \
	VMOVUPD hx, (hingeSlot_G+24*k+SLOTS)(DX)         \
	VEXTRACTF128 $1, t, (hingeSlot_G+24*k+2*SLOTS)(DX) \
	VEXTRACTF128 $1, y, (hingeSlot_G+24*k+3*SLOTS)(DX)

#define PUTZ(k, z, lz) \
	VMOVLPD lz, (hingeSlot_G+24*k+16)(DX)            \
	VMOVHPD lz, (hingeSlot_G+24*k+16+SLOTS)(DX)      \
	VEXTRACTF128 $1, z, lz                           \
	VMOVLPD lz, (hingeSlot_G+24*k+16+2*SLOTS)(DX)    \
	VMOVHPD lz, (hingeSlot_G+24*k+16+3*SLOTS)(DX)

// out = −(Y7 p + Y8 q)
#define LINE(p, q, out) \
	VMULPD p, Y7, out     \
	VMULPD q, Y8, Y12     \
	VADDPD Y12, out, out  \
	VXORPD Y15, out, out

// Gradients at vertex k of the edge, −(Y7 g2 + Y8 g3).
#define EDGE(k) \
	LINE(Y1, Y4, Y9)                                 \
	LINE(Y2, Y5, Y10)                                \
	LINE(Y3, Y6, Y11)                                \
	PUT(k, Y9, Y10, Y11, X12, X10, Y12)              \
	PUTZ(k, Y11, X11)

// A number of four hinges.
#define OF_FOUR(at, lx, y, t) \
	VMOVSD  at(SI), lx                  \
	VMOVHPD (at+HINGES)(SI), lx, lx     \
	VMOVSD  (at+2*HINGES)(SI), t        \
	VMOVHPD (at+3*HINGES)(SI), t, t     \
	VINSERTF128 $1, t, y, y

// func foldFourAVX2(x *r3.Vec, hinges *cloth.Hinge, slots *hingeSlot, sin, cos *[4]float64) bool
TEXT ·foldFourAVX2(SB), NOSPLIT, $96-41
	MOVQ x+0(FP), DI
	MOVQ hinges+8(FP), SI
	MOVQ slots+16(FP), DX

	VERTEX(0, Y4, Y5, Y6)
	VERTEX(1, Y7, Y8, Y9)
	VERTEX(2, Y10, Y11, Y12)
	VERTEX(3, Y13, Y14, Y15)
	FROM(Y7, Y8, Y9)        // e
	FROM(Y10, Y11, Y12)     // a
	FROM(Y13, Y14, Y15)     // b

	DOT(Y7, Y8, Y9, Y7, Y8, Y9, Y6, Y0)    // |e|²
	DOT(Y10, Y11, Y12, Y7, Y8, Y9, Y6, Y1)
	DOT(Y13, Y14, Y15, Y7, Y8, Y9, Y6, Y2)
	VDIVPD Y0, Y1, Y1       // t_A
	VDIVPD Y0, Y2, Y2       // t_B
	VMOVUPD Y0, squared-96(SP)
	VMOVUPD Y1, footA-64(SP)
	VMOVUPD Y2, footB-32(SP)

	CROSS(Y7, Y8, Y9, Y10, Y11, Y12, Y1, Y2, Y3)    // n_A = e × a
	CROSS(Y13, Y14, Y15, Y7, Y8, Y9, Y4, Y5, Y6)    // n_B = b × e
	CROSS(Y1, Y2, Y3, Y4, Y5, Y6, Y10, Y11, Y12)    // n_A × n_B
	DOT(Y10, Y11, Y12, Y7, Y8, Y9, Y0, Y13)
	VMOVUPD squared-96(SP), Y10
	VSQRTPD Y10, Y12                       // |e|
	VBROADCASTSD minus<>(SB), Y15
	VXORPD Y15, Y13, Y13
	VDIVPD Y12, Y13, Y13                   // sine
	DOT(Y1, Y2, Y3, Y4, Y5, Y6, Y0, Y14)   // cosine
	MOVQ sin+24(FP), R10
	MOVQ cos+32(FP), R11
	VMOVUPD Y13, (R10)
	VMOVUPD Y14, (R11)

	DOT(Y1, Y2, Y3, Y1, Y2, Y3, Y0, Y13)   // |n_A|²
	DOT(Y4, Y5, Y6, Y4, Y5, Y6, Y0, Y14)   // |n_B|²
	VBROADCASTSD flat2<>(SB), Y0
	VMULPD Y10, Y0, Y0
	VMULPD Y10, Y0, Y0
	VCMPPD $1, Y13, Y0, Y7                 // less than; false for what is no number
	VCMPPD $1, Y14, Y0, Y8
	VANDPD Y8, Y7, Y7
	VMOVMSKPD Y7, AX
	CMPL AX, $15
	JNE  degenerate

	VDIVPD Y13, Y12, Y13
	VDIVPD Y14, Y12, Y14
	VMULPD Y1, Y13, Y1      // g2
	VMULPD Y2, Y13, Y2
	VMULPD Y3, Y13, Y3
	VMULPD Y4, Y14, Y4      // g3
	VMULPD Y5, Y14, Y5
	VMULPD Y6, Y14, Y6

	// 3/h̄
	OF_FOUR(const_hingeH, X7, Y7, X8)
	VBROADCASTSD three<>(SB), Y0
	VDIVPD Y7, Y0, Y0

	// g0 = −((1 − t_A) g2 + (1 − t_B) g3)
	VBROADCASTSD one<>(SB), Y9
	VSUBPD footA-64(SP), Y9, Y7
	VSUBPD footB-32(SP), Y9, Y8
	EDGE(0)

	// g1 = −(t_A g2 + t_B g3)
	VMOVUPD footA-64(SP), Y7
	VMOVUPD footB-32(SP), Y8
	EDGE(1)

	PUT(2, Y1, Y2, Y3, X12, X2, Y12)
	PUTZ(2, Y3, X3)
	PUT(3, Y4, Y5, Y6, X12, X5, Y12)
	PUTZ(3, Y6, X6)
	VZEROUPPER
	MOVB $1, ret+40(FP)
	RET

degenerate:
	VZEROUPPER
	MOVB $0, ret+40(FP)
	RET

// sum = sum·z + a number of arctan
#define ARCTAN(at, sum) \
	VMULPD Y2, sum, sum                 \
	VBROADCASTSD arctan<>+at(SB), Y5    \
	VADDPD Y5, sum, sum

// func anglesAVX2(sin, cos, theta *[4]float64) bool
TEXT ·anglesAVX2(SB), NOSPLIT, $0-25
	MOVQ sin+0(FP), SI
	MOVQ cos+8(FP), DI
	MOVQ theta+16(FP), DX
	VMOVUPD (DI), Y1
	VMOVUPD (SI), Y0
	VDIVPD Y1, Y0, Y0
	VBROADCASTSD magnitude<>(SB), Y6
	VANDNPD Y0, Y6, Y7                     // the sign of the tangent
	VANDPD Y6, Y0, Y0                      // x = |tangent|
	VXORPD Y6, Y6, Y6
	VCMPPD $0x1E, Y6, Y1, Y1               // greater than; false for what is no number
	VBROADCASTSD arctan<>+80(SB), Y5
	VCMPPD $0x12, Y5, Y0, Y5
	VANDPD Y5, Y1, Y1
	VMOVMSKPD Y1, AX
	CMPL AX, $15
	JNE  beyond

	VMULPD Y0, Y0, Y2                      // z
	VBROADCASTSD arctan<>+0(SB), Y3
	ARCTAN(8, Y3)
	ARCTAN(16, Y3)
	ARCTAN(24, Y3)
	ARCTAN(32, Y3)
	VMULPD Y3, Y2, Y3
	VBROADCASTSD arctan<>+40(SB), Y4
	VADDPD Y4, Y2, Y4
	ARCTAN(48, Y4)
	ARCTAN(56, Y4)
	ARCTAN(64, Y4)
	ARCTAN(72, Y4)
	VDIVPD Y4, Y3, Y3
	VMULPD Y3, Y0, Y3
	VADDPD Y0, Y3, Y3
	VORPD  Y7, Y3, Y3
	VMOVUPD Y3, (DX)
	VZEROUPPER
	MOVB $1, ret+24(FP)
	RET

beyond:
	VZEROUPPER
	MOVB $0, ret+24(FP)
	RET

// func unfoldAVX2(hinges *cloth.Hinge, theta *[4]float64, epsN, eps *float64) bool
TEXT ·unfoldAVX2(SB), NOSPLIT, $0-33
	MOVQ hinges+0(FP), SI
	MOVQ theta+8(FP), DI
	MOVQ epsN+16(FP), R8
	MOVQ eps+24(FP), R9
	OF_FOUR(const_hingeH, X0, Y0, X1)
	OF_FOUR(const_hingeTheta, X2, Y2, X1)
	VBROADCASTSD three<>(SB), Y1
	VDIVPD Y0, Y1, Y0                      // 3/h̄
	VMOVUPD (R8), Y3
	VDIVPD Y0, Y3, Y3
	VADDPD Y2, Y3, Y3                      // θ before
	VMOVUPD (DI), Y4                       // θ
	VSUBPD Y4, Y3, Y3
	VBROADCASTSD magnitude<>(SB), Y5
	VANDPD Y5, Y3, Y6
	VCMPPD $0x11, Y1, Y6, Y6               // less than 3, and so than half a turn; false for what is no number
	VMOVMSKPD Y6, AX
	CMPL AX, $15
	JNE  turned

	VANDNPD Y3, Y5, Y3                     // no turns, with their sign
	VADDPD Y3, Y4, Y4
	VSUBPD Y2, Y4, Y4
	VMULPD Y4, Y0, Y4
	VMOVUPD Y4, (R9)
	VZEROUPPER
	MOVB $1, ret+32(FP)
	RET

turned:
	VZEROUPPER
	MOVB $0, ret+32(FP)
	RET
