//go:build amd64

#include "go_asm.h"
#include "textflag.h"

#define CONSTANT(name, value) \
	DATA name<>+0(SB)/8, value \
	GLOBL name<>(SB), RODATA|NOPTR, $8

CONSTANT(magnitude, $0x7fffffffffffffff)
CONSTANT(minus, $0x8000000000000000)
CONSTANT(half, $0.5)
CONSTANT(one, $1.0)
CONSTANT(minusOne, $-1.0)
CONSTANT(two, $2.0)
CONSTANT(three, $3.0)
CONSTANT(six, $6.0)
CONSTANT(bias, $1023)

// The series of decay: 1/3!, 1/4!, … 1/8!, and 9!.
DATA series<>+0(SB)/8, $0x3fc5555555555555
DATA series<>+8(SB)/8, $0x3fa5555555555555
DATA series<>+16(SB)/8, $0x3f81111111111111
DATA series<>+24(SB)/8, $0x3f56c16c16c16c17
DATA series<>+32(SB)/8, $0x3f2a01a01a01a01a
DATA series<>+40(SB)/8, $0x3efa01a01a01a01a
DATA series<>+48(SB)/8, $362880.0
DATA series<>+56(SB)/8, $0x3fa0000000000000 // 1/32
GLOBL series<>(SB), RODATA|NOPTR, $64

// The numbers of math.Expm1.
DATA expm1<>+0(SB)/8, $0x3ff71547652b82fe // 1/ln 2
DATA expm1<>+8(SB)/8, $0x3fe62e42fee00000 // ln 2, high
DATA expm1<>+16(SB)/8, $0x3dea39ef35793c76 // low
DATA expm1<>+24(SB)/8, $0x3fd62e42fefa39ef // ln 2/2
DATA expm1<>+32(SB)/8, $0x3ff0a2b23f3bab73 // 3/2·ln 2
DATA expm1<>+40(SB)/8, $0xbfa11111111110f4 // Q1
DATA expm1<>+48(SB)/8, $0x3f5a01a019fe5585
DATA expm1<>+56(SB)/8, $0xbf14ce199eaadbb7
DATA expm1<>+64(SB)/8, $0x3ed0cfca86e65239
DATA expm1<>+72(SB)/8, $0xbe8afdb76e09c32d // Q5
GLOBL expm1<>(SB), RODATA|NOPTR, $80

// out = c − u·out
#define SERIES(at) \
	VMULPD Y8, Y4, Y4                    \
	VBROADCASTSD series<>+at(SB), Y10    \
	VSUBPD Y4, Y10, Y4

// out = c + hxs·out
#define POLYNOMIAL(at) \
	VMULPD Y14, Y15, Y15                 \
	VBROADCASTSD expm1<>+at(SB), Y7      \
	VADDPD Y7, Y15, Y15

// Dahl.path over strains Y0 from stresses Y1, with S Y2 and g·b Y3: ψ Y4, σ Y5, slope Y6. The law is at DI.
TEXT path<>(SB), NOSPLIT, $0-0
	VBROADCASTSD fours_tau(DI), Y7
	VDIVPD Y7, Y0, Y8                    // u
	VBROADCASTSD series<>+56(SB), Y9
	VCMPPD $0x11, Y9, Y8, Y9             // u < 1/32
	VMOVMSKPD Y9, AX
	TESTL AX, AX
	JZ exponential

	// decay by its series: second Y6, rest Y5, q Y4.
	VBROADCASTSD series<>+48(SB), Y10
	VDIVPD Y10, Y8, Y4
	VBROADCASTSD series<>+40(SB), Y10
	VSUBPD Y4, Y10, Y4
	SERIES(32)
	SERIES(24)
	SERIES(16)
	SERIES(8)
	SERIES(0)
	VMULPD Y8, Y8, Y11                   // u²
	VMULPD Y8, Y11, Y12
	VMULPD Y4, Y12, Y6
	VBROADCASTSD half<>(SB), Y10
	VMULPD Y10, Y11, Y11
	VSUBPD Y6, Y11, Y5
	VSUBPD Y5, Y8, Y4
	CMPL AX, $15
	JEQ  respond

exponential: // math.Expm1 of −u, for u between 1/32 and 38
	VBROADCASTSD minus<>(SB), Y10
	VXORPD Y10, Y8, Y10                  // x
	VBROADCASTSD expm1<>+0(SB), Y11
	VMULPD Y10, Y11, Y11
	VBROADCASTSD half<>(SB), Y12
	VSUBPD Y12, Y11, Y11
	VROUNDPD $11, Y11, Y11               // k, towards zero
	VBROADCASTSD expm1<>+32(SB), Y12
	VCMPPD $0x11, Y12, Y8, Y12
	VBROADCASTSD minusOne<>(SB), Y13
	VBLENDVPD Y12, Y13, Y11, Y11
	VBROADCASTSD expm1<>+24(SB), Y12
	VCMPPD $0x1E, Y12, Y8, Y12
	VANDPD Y12, Y11, Y11
	VBROADCASTSD expm1<>+8(SB), Y12
	VMULPD Y12, Y11, Y12
	VSUBPD Y12, Y10, Y12                 // hi
	VBROADCASTSD expm1<>+16(SB), Y13
	VMULPD Y13, Y11, Y13                 // lo
	VSUBPD Y13, Y12, Y10                 // x
	VSUBPD Y10, Y12, Y12
	VSUBPD Y13, Y12, Y12                 // c
	VBROADCASTSD half<>(SB), Y13
	VMULPD Y10, Y13, Y13                 // hfx
	VMULPD Y13, Y10, Y14                 // hxs
	VBROADCASTSD expm1<>+72(SB), Y15
	POLYNOMIAL(64)
	POLYNOMIAL(56)
	POLYNOMIAL(48)
	POLYNOMIAL(40)
	VMULPD Y14, Y15, Y15
	VBROADCASTSD one<>(SB), Y7
	VADDPD Y7, Y15, Y15                  // r1
	VMULPD Y15, Y13, Y13
	VBROADCASTSD three<>(SB), Y7
	VSUBPD Y13, Y7, Y13                  // t
	VSUBPD Y13, Y15, Y15
	VMULPD Y10, Y13, Y13
	VBROADCASTSD six<>(SB), Y7
	VSUBPD Y13, Y7, Y13
	VDIVPD Y13, Y15, Y15
	VMULPD Y14, Y15, Y15                 // e
	VSUBPD Y12, Y15, Y15
	VMULPD Y10, Y15, Y15
	VSUBPD Y12, Y15, Y15
	VSUBPD Y14, Y15, Y15
	VSUBPD Y15, Y10, Y10                 // x − e, what it is for k = 0
	VCVTTPD2DQY Y11, X12
	VPMOVSXDQ X12, Y12
	VPBROADCASTQ bias<>(SB), Y13
	VPADDQ Y13, Y12, Y12
	VPSLLQ $52, Y12, Y12                 // 2^k
	VBROADCASTSD one<>(SB), Y7
	VADDPD Y10, Y7, Y14
	VMULPD Y12, Y14, Y14
	VSUBPD Y7, Y14, Y14                  // for k < −1
	VBROADCASTSD half<>(SB), Y13
	VMULPD Y13, Y10, Y15
	VSUBPD Y13, Y15, Y15                 // for k = −1
	VBROADCASTSD minusOne<>(SB), Y12
	VCMPPD $0, Y12, Y11, Y12
	VBLENDVPD Y12, Y15, Y14, Y14
	VXORPD Y12, Y12, Y12
	VCMPPD $0, Y12, Y11, Y12
	VBLENDVPD Y12, Y10, Y14, Y14
	VBROADCASTSD minus<>(SB), Y12
	VXORPD Y12, Y14, Y14                 // q
	VSUBPD Y14, Y8, Y15                  // rest
	VMULPD Y8, Y8, Y12
	VMULPD Y13, Y12, Y12
	VSUBPD Y15, Y12, Y12                 // second
	VBLENDVPD Y9, Y4, Y14, Y4
	VBLENDVPD Y9, Y5, Y15, Y5
	VBLENDVPD Y9, Y6, Y12, Y6
	VBROADCASTSD fours_tau(DI), Y7

respond: // q Y4, rest Y5, second Y6, τ Y7
	VSUBPD Y1, Y2, Y10                   // S − σ̃
	VMULPD Y7, Y3, Y11                   // g·b·τ
	VMULPD Y5, Y10, Y12
	VMULPD Y6, Y11, Y13
	VADDPD Y13, Y12, Y12
	VMULPD Y7, Y12, Y12
	VMULPD Y0, Y1, Y13
	VADDPD Y12, Y13, Y13                 // ψ
	VMULPD Y4, Y10, Y12
	VADDPD Y12, Y1, Y12
	VMULPD Y5, Y11, Y5
	VADDPD Y5, Y12, Y5                   // σ
	VDIVPD Y7, Y10, Y10
	VBROADCASTSD one<>(SB), Y12
	VSUBPD Y4, Y12, Y12
	VMULPD Y12, Y10, Y10
	VMULPD Y4, Y3, Y12
	VADDPD Y12, Y10, Y6                  // slope
	VMOVAPD Y13, Y4
	RET

// func dahlAVX2(f *fours) (done int)
TEXT ·dahlAVX2(SB), NOSPLIT, $288-16
	MOVQ f+0(FP), DI
	MOVQ fours_eps(DI), SI
	MOVQ fours_epsN(DI), BX
	MOVQ fours_kept(DI), CX
	MOVQ fours_side(DI), DX
	MOVQ fours_psi(DI), R8
	MOVQ fours_sigma(DI), R9
	MOVQ fours_slope(DI), R10
	MOVQ fours_n(DI), R11
	MOVQ fours_apart(DI), R12
	SHLQ $3, R12
	XORQ R13, R13

next:
	CMPQ R13, R11
	JGE  left
	VMOVUPD (SI)(R13*8), Y0              // ε
	VMOVUPD (BX)(R13*8), Y1              // ε_n
	VMOVSD  (CX), X2
	VMOVHPD (CX)(R12*1), X2, X2
	LEAQ    (CX)(R12*2), AX
	VMOVSD  (AX), X3
	VMOVHPD (AX)(R12*1), X3, X3
	VINSERTF128 $1, X3, Y2, Y2           // σ_n
	VSUBPD Y1, Y0, Y3                    // Δ
	VBROADCASTSD magnitude<>(SB), Y15
	VANDPD Y15, Y3, Y4                   // |Δ|

	// What is no number, or far away, is not for here.
	VBROADCASTSD fours_far(DI), Y5
	VCMPPD $0x12, Y5, Y4, Y5
	VCMPPD $7, Y2, Y2, Y6
	VANDPD Y6, Y5, Y5
	VMOVMSKPD Y5, AX
	CMPL AX, $15
	JNE  left

	VBROADCASTSD fours_a(DI), Y12
	VBROADCASTSD fours_b(DI), Y13
	VBROADCASTSD fours_tau(DI), Y14
	VANDPD Y15, Y1, Y5                   // |ε_n|
	VMULPD Y13, Y5, Y6
	VADDPD Y12, Y6, Y6                   // S_n
	VADDPD Y14, Y5, Y7
	VMULPD Y13, Y7, Y7
	VADDPD Y12, Y7, Y7
	VBROADCASTSD minus<>(SB), Y11
	VMINPD Y2, Y7, Y8
	VXORPD Y11, Y7, Y7
	VMAXPD Y8, Y7, Y8                    // σ_n, clamped
	VANDPD Y15, Y8, Y9
	VADDPD Y9, Y6, Y9                    // S_n + |σ_n|
	VMOVUPD Y9, edge-32(SP)
	VANDPD Y11, Y3, Y10                  // the sign of Δ
	VMOVUPD Y10, sign-64(SP)
	VMOVUPD Y3, delta-96(SP)
	VMOVUPD Y4, way-128(SP)
	VANDPD Y15, Y0, Y15
	VMOVUPD Y15, end-160(SP)             // |ε|

	// Where |ε| grows, and where it falls through zero.
	VXORPD Y15, Y15, Y15
	VXORPD Y10, Y1, Y9
	VCMPPD $0x1D, Y15, Y9, Y9            // s·ε_n ≥ 0
	VCMPPD $0, Y15, Y13, Y7              // b = 0
	VORPD  Y7, Y9, Y9
	VMULPD Y1, Y0, Y7
	VCMPPD $0x11, Y15, Y7, Y7            // ε·ε_n < 0
	VANDNPD Y7, Y9, Y7
	VMOVUPD Y7, through-192(SP)

	VBLENDVPD Y7, Y5, Y4, Y0
	VXORPD Y10, Y8, Y1
	VMOVAPD Y6, Y2
	VXORPD Y11, Y13, Y3
	VBLENDVPD Y9, Y13, Y3, Y3
	CALL path<>(SB)

	VMOVUPD through-192(SP), Y0
	VMOVMSKPD Y0, AX
	TESTL AX, AX
	JZ   whole
	VMOVUPD Y4, psi-224(SP)
	VMOVUPD Y5, sigma-256(SP)
	VMOVUPD Y6, slope-288(SP)
	VMOVUPD end-160(SP), Y0
	VMOVAPD Y5, Y1
	VBROADCASTSD fours_a(DI), Y2
	VBROADCASTSD fours_b(DI), Y3
	CALL path<>(SB)
	VMOVUPD through-192(SP), Y0
	VMOVUPD psi-224(SP), Y1
	VADDPD Y1, Y4, Y4
	VBLENDVPD Y0, Y4, Y1, Y4
	VMOVUPD sigma-256(SP), Y1
	VBLENDVPD Y0, Y5, Y1, Y5
	VMOVUPD slope-288(SP), Y1
	VBLENDVPD Y0, Y6, Y1, Y6

whole:
	VMOVUPD edge-32(SP), Y9
	VBROADCASTSD fours_tau(DI), Y14
	VXORPD Y15, Y15, Y15
	VMOVUPD delta-96(SP), Y3
	VCMPPD $0, Y15, Y3, Y7               // Δ = 0
	VMOVMSKPD Y7, AX
	TESTL AX, AX
	JZ   moved
	VDIVPD Y14, Y9, Y8
	VBLENDVPD Y7, Y8, Y6, Y6

moved:
	TESTQ DX, DX
	JZ   add
	VPMOVSXBD (DX)(R13*1), X8
	VCVTDQ2PD X8, Y8                     // side
	VMULPD Y8, Y3, Y7
	VCMPPD $0x11, Y15, Y7, Y7            // on the other side now
	VBROADCASTSD two<>(SB), Y10
	VCMPPD $0, Y10, Y8, Y8               // crossed before
	VORPD  Y8, Y7, Y7
	VMOVMSKPD Y7, AX
	TESTL AX, AX
	JZ   add
	VBROADCASTSD half<>(SB), Y8
	VMULPD way-128(SP), Y8, Y8
	VADDPD Y14, Y8, Y8
	VDIVPD Y8, Y9, Y8
	VMAXPD Y8, Y6, Y8
	VBLENDVPD Y7, Y8, Y6, Y6

add:
	VXORPD sign-64(SP), Y5, Y5
	VADDPD (R8)(R13*8), Y4, Y4
	VADDPD (R9)(R13*8), Y5, Y5
	VADDPD (R10)(R13*8), Y6, Y6
	VMOVUPD Y4, (R8)(R13*8)
	VMOVUPD Y5, (R9)(R13*8)
	VMOVUPD Y6, (R10)(R13*8)
	LEAQ (CX)(R12*4), CX
	ADDQ $4, R13
	JMP  next

left:
	VZEROUPPER
	MOVQ R13, done+8(FP)
	RET

// func elasticAVX2(eps, psi, sigma, slope *float64, n int, k1, k2 float64)
TEXT ·elasticAVX2(SB), NOSPLIT, $0-56
	MOVQ eps+0(FP), SI
	MOVQ psi+8(FP), R8
	MOVQ sigma+16(FP), R9
	MOVQ slope+24(FP), R10
	MOVQ n+32(FP), CX
	VBROADCASTSD k1+40(FP), Y10
	VBROADCASTSD k2+48(FP), Y11
	VBROADCASTSD half<>(SB), Y0
	VMULPD Y0, Y10, Y12                  // k1/2
	VBROADCASTSD three<>(SB), Y0
	VDIVPD Y0, Y11, Y13                  // k2/3
	VADDPD Y11, Y11, Y14                 // 2·k2
	VBROADCASTSD magnitude<>(SB), Y15
	XORQ AX, AX

stretch:
	VMOVUPD (SI)(AX*8), Y0
	VANDPD Y15, Y0, Y1
	VMULPD Y13, Y1, Y2
	VADDPD Y12, Y2, Y2
	VMULPD Y0, Y2, Y2
	VMULPD Y0, Y2, Y2
	VMULPD Y11, Y1, Y3
	VADDPD Y10, Y3, Y3
	VMULPD Y0, Y3, Y3
	VMULPD Y14, Y1, Y4
	VADDPD Y10, Y4, Y4
	VADDPD (R8)(AX*8), Y2, Y2
	VADDPD (R9)(AX*8), Y3, Y3
	VADDPD (R10)(AX*8), Y4, Y4
	VMOVUPD Y2, (R8)(AX*8)
	VMOVUPD Y3, (R9)(AX*8)
	VMOVUPD Y4, (R10)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  stretch
	VZEROUPPER
	RET

// func dampingAVX2(eps, epsN, psi, sigma, slope *float64, n int, k float64)
TEXT ·dampingAVX2(SB), NOSPLIT, $0-56
	MOVQ eps+0(FP), SI
	MOVQ epsN+8(FP), BX
	MOVQ psi+16(FP), R8
	MOVQ sigma+24(FP), R9
	MOVQ slope+32(FP), R10
	MOVQ n+40(FP), CX
	VBROADCASTSD k+48(FP), Y10
	VBROADCASTSD half<>(SB), Y0
	VMULPD Y0, Y10, Y12                  // k/2
	XORQ AX, AX

rate:
	VMOVUPD (SI)(AX*8), Y0
	VSUBPD (BX)(AX*8), Y0, Y0
	VMULPD Y12, Y0, Y2
	VMULPD Y0, Y2, Y2
	VMULPD Y10, Y0, Y3
	VADDPD (R8)(AX*8), Y2, Y2
	VADDPD (R9)(AX*8), Y3, Y3
	VADDPD (R10)(AX*8), Y10, Y4
	VMOVUPD Y2, (R8)(AX*8)
	VMOVUPD Y3, (R9)(AX*8)
	VMOVUPD Y4, (R10)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  rate
	VZEROUPPER
	RET
