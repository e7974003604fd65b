//go:build amd64

#include "go_asm.h"
#include "textflag.h"

DATA third<>+0(SB)/8, $0x3fd5555555555555
GLOBL third<>(SB), RODATA|NOPTR, $8
DATA ninth<>+0(SB)/8, $0x3fbc71c71c71c71c
GLOBL ninth<>(SB), RODATA|NOPTR, $8

// A row-major block of nine numbers is two vectors and a number:
// 00 01 02 10, 11 12 20 21, 22. Nothing is read behind what is needed but
// what follows it in the same struct.

// The slot, the rest shape and the centroid of the triangle of a ref: R8, R11, R12; twice its corner: BX.
#define TRIANGLE \
	MOVLQSX triRef_tri(SI), AX \
	IMUL3Q  $triSlot__size, AX, R8 \
	IMUL3Q  $const_restSize, AX, R11 \
	IMUL3Q  $PointResponse__size, AX, R12 \
	ADDQ    DX, R8 \
	LEAQ    const_restB(R9)(R11*1), R11 \
	ADDQ    R10, R12 \
	MOVLQSX triRef_corner(SI), BX \
	ADDQ    BX, BX

// The slot of the hinge of a ref: R8; three times its vertex: BX.
#define HINGE_AT \
	MOVLQSX elementRef_element(SI), R8 \
	IMUL3Q  $hingeSlot__size, R8, R8 \
	ADDQ    DX, R8 \
	MOVLQSX elementRef_corner(SI), BX \
	LEAQ    (BX)(BX*2), BX

// Rows lie one after the other, and so do refs: what the one so many places on refers to is fetched while this one is
// added. It may be of another row; behind the last refs there are mostAhead that are none. A slope is added in a tenth
// of the time of a block.
#define FETCH_HINGE(ahead) \
	MOVLQSX (elementRef_element+ahead*elementRef__size)(SI), AX \
	IMUL3Q  $hingeSlot__size, AX, AX \
	PREFETCHT0 (DX)(AX*1) \
	PREFETCHT0 64(DX)(AX*1)

#define FETCH_TRIANGLE \
	MOVLQSX (triRef_tri+const_prefetch*triRef__size)(SI), AX \
	IMUL3Q  $triSlot__size, AX, R8 \
	IMUL3Q  $PointResponse__size, AX, R12 \
	PREFETCHT0 (DX)(R8*1) \
	PREFETCHT0 64(DX)(R8*1) \
	PREFETCHT0 (R10)(R12*1)

// The three numbers of a vector in Y0, and back.
#define LOAD_SUM \
	VMOVUPD (DI), X0 \
	VMOVSD  16(DI), X1 \
	VINSERTF128 $1, X1, Y0, Y0

#define STORE_SUM \
	VEXTRACTF128 $1, Y0, X1 \
	VMOVUPD X0, (DI) \
	VMOVSD  X1, 16(DI)

// func addHingesAVX2(val *float64, refs *elementRef, n int, slots *hingeSlot)
TEXT ·addHingesAVX2(SB), NOSPLIT, $0-32
	MOVQ val+0(FP), DI
	MOVQ refs+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ slots+24(FP), DX

hinge:
	FETCH_HINGE(const_prefetch)
	HINGE_AT
	VBROADCASTSD hingeSlot_K(R8), Y0
	VMULPD  hingeSlot_G(R8)(BX*8), Y0, Y1  // K∇ε of the row
	VPERMPD $0x40, Y1, Y2                  // 0 0 0 1
	VPERMPD $0xA5, Y1, Y3                  // 1 1 2 2
	VEXTRACTF128 $1, Y1, X4                // 2

#define HINGE(c) \
	MOVLQSX (elementRef_block+4*c)(SI), AX         \
	LEAQ    (AX)(AX*8), AX                       \
	VMOVUPD (hingeSlot_G+24*c)(R8), Y5           \
	VPERMPD $0x24, Y5, Y6                        \
	VPERMPD $0x49, Y5, Y7                        \
	VMULPD  Y6, Y2, Y6                           \
	VMULPD  Y7, Y3, Y7                           \
	VMULSD  (hingeSlot_G+24*c+16)(R8), X4, X8    \
	VADDPD  (DI)(AX*8), Y6, Y6                   \
	VADDPD  32(DI)(AX*8), Y7, Y7                 \
	VADDSD  64(DI)(AX*8), X8, X8                 \
	VMOVUPD Y6, (DI)(AX*8)                       \
	VMOVUPD Y7, 32(DI)(AX*8)                     \
	VMOVSD  X8, 64(DI)(AX*8)

	HINGE(0)
	HINGE(1)
	HINGE(2)
	HINGE(3)
	ADDQ $elementRef__size, SI
	DECQ CX
	JNZ  hinge
	VZEROUPPER
	RET

// func addTrianglesAVX2(val *float64, refs *triRef, n int, slots *triSlot, rest *cloth.TriRest, faces *PointResponse)
//
// The three blocks of a triangle side by side, in lanes 0, 2 and 1: their
// coefficients of w_p w_qᵀ, their nine entries, which are then put in order.
TEXT ·addTrianglesAVX2(SB), NOSPLIT, $0-48
	MOVQ val+0(FP), DI
	MOVQ refs+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ slots+24(FP), DX
	MOVQ rest+32(FP), R9
	MOVQ faces+40(FP), R10

triangle:
	FETCH_TRIANGLE
	TRIANGLE

	// a_u b_u, a_u b_v, a_v b_u, a_v b_v: Y0 to Y3.
	VMOVUPD (R11), Y4
	VBROADCASTF128 32(R11), Y5
	VUNPCKLPD Y5, Y4, Y6            // b_u
	VUNPCKHPD Y5, Y4, Y7            // b_v
	VBROADCASTSD (R11)(BX*8), Y4    // a_u
	VBROADCASTSD 8(R11)(BX*8), Y5   // a_v
	VMULPD Y6, Y4, Y0
	VMULPD Y7, Y4, Y1
	VMULPD Y6, Y5, Y2
	VMULPD Y7, Y5, Y3

	VADDPD Y2, Y1, Y14              // a_u b_v + a_v b_u

	// g: Y13
	VBROADCASTSD (triSlot_SP+0)(R8), Y4
	VBROADCASTSD (triSlot_SP+8)(R8), Y5
	VBROADCASTSD (triSlot_SP+16)(R8), Y6
	VMULPD Y4, Y0, Y4
	VMULPD Y5, Y3, Y5
	VMULPD Y6, Y14, Y6
	VADDPD Y5, Y4, Y4
	VADDPD Y6, Y4, Y13

	// C: uu, vv, γγ, vγ, uγ, uv.
	VBROADCASTSD (triSlot_C+16)(R8), Y4 // γγ
	VBROADCASTSD (triSlot_C+24)(R8), Y5 // vγ
	VBROADCASTSD (triSlot_C+32)(R8), Y6 // uγ

	// muu = (a_u b_u C_uu + (…)C_uγ) + a_v b_v C_γγ: Y9
	VBROADCASTSD (triSlot_C+0)(R8), Y9
	VMULPD Y9, Y0, Y9
	VMULPD Y6, Y14, Y7
	VMULPD Y4, Y3, Y8
	VADDPD Y7, Y9, Y9
	VADDPD Y8, Y9, Y9
	// mvv: Y10
	VBROADCASTSD (triSlot_C+8)(R8), Y10
	VMULPD Y10, Y3, Y10
	VMULPD Y5, Y14, Y7
	VMULPD Y4, Y0, Y8
	VADDPD Y7, Y10, Y10
	VADDPD Y8, Y10, Y10
	// muv = ((a_u b_v C_uv + a_u b_u C_uγ) + a_v b_v C_vγ) + a_v b_u C_γγ: Y11
	VBROADCASTSD (triSlot_C+40)(R8), Y12
	VMULPD Y12, Y1, Y11
	VMULPD Y6, Y0, Y6               // a_u b_u C_uγ
	VMULPD Y5, Y3, Y5               // a_v b_v C_vγ
	VMULPD Y4, Y2, Y8
	VADDPD Y6, Y11, Y11
	VADDPD Y5, Y11, Y11
	VADDPD Y8, Y11, Y11
	// mvu = ((a_v b_u C_uv + a_v b_v C_vγ) + a_u b_u C_uγ) + a_u b_v C_γγ: Y12
	VMULPD Y12, Y2, Y12
	VMULPD Y4, Y1, Y8
	VADDPD Y5, Y12, Y12
	VADDPD Y6, Y12, Y12
	VADDPD Y8, Y12, Y12

	// p = muu·w_u + mvu·w_v: Y0 to Y2; r = muv·w_u + mvv·w_v: Y3 to Y5.
#define COMBINE(k, p, r) \
	VBROADCASTSD (triSlot_Wu+8*k)(R8), Y6 \
	VBROADCASTSD (triSlot_Wv+8*k)(R8), Y7 \
	VMULPD Y6, Y9, p                      \
	VMULPD Y7, Y12, Y8                    \
	VADDPD Y8, p, p                       \
	VMULPD Y6, Y11, r                     \
	VMULPD Y7, Y10, Y8                    \
	VADDPD Y8, r, r

	COMBINE(0, Y0, Y3)
	COMBINE(1, Y1, Y4)
	COMBINE(2, Y2, Y5)

	// Entries p_i w_u,j + r_i w_v,j (+ g).
#define ENTRY(p, r, u, v, out) \
	VMULPD u, p, out  \
	VMULPD v, r, Y8   \
	VADDPD Y8, out, out

	VBROADCASTSD (triSlot_Wu+0)(R8), Y6
	VBROADCASTSD (triSlot_Wv+0)(R8), Y7
	ENTRY(Y0, Y3, Y6, Y7, Y9)          // 00
	VADDPD Y13, Y9, Y9
	ENTRY(Y1, Y4, Y6, Y7, Y10)         // 10
	ENTRY(Y2, Y5, Y6, Y7, Y11)         // 20
	VBROADCASTSD (triSlot_Wu+8)(R8), Y6
	VBROADCASTSD (triSlot_Wv+8)(R8), Y7
	ENTRY(Y0, Y3, Y6, Y7, Y12)         // 01
	ENTRY(Y1, Y4, Y6, Y7, Y14)         // 11
	VADDPD Y13, Y14, Y14
	ENTRY(Y2, Y5, Y6, Y7, Y15)         // 21
	VBROADCASTSD (triSlot_Wu+16)(R8), Y6
	VBROADCASTSD (triSlot_Wv+16)(R8), Y7
	ENTRY(Y0, Y3, Y6, Y7, Y0)          // 02
	ENTRY(Y1, Y4, Y6, Y7, Y1)          // 12
	ENTRY(Y2, Y5, Y6, Y7, Y2)          // 22
	VADDPD Y13, Y2, Y2

	// 00 01 02 10 and 11 12 20 21 of each block: Y6, Y7, Y8 and Y3, Y4, Y5 in the order of lanes.
	VUNPCKLPD Y12, Y9, Y3              // 00 01 of lanes 0 and 2
	VUNPCKHPD Y12, Y9, Y4              // 00 01 of lane 1
	VUNPCKLPD Y10, Y0, Y5              // 02 10 of lanes 0 and 2
	VUNPCKHPD Y10, Y0, Y8              // 02 10 of lane 1
	VPERM2F128 $0x20, Y5, Y3, Y6       // lane 0
	VPERM2F128 $0x20, Y8, Y4, Y7       // lane 1
	VPERM2F128 $0x31, Y5, Y3, Y8       // lane 2
	VUNPCKLPD Y1, Y14, Y9              // 11 12 of lanes 0 and 2
	VUNPCKHPD Y1, Y14, Y10             // 11 12 of lane 1
	VUNPCKLPD Y15, Y11, Y12            // 20 21 of lanes 0 and 2
	VUNPCKHPD Y15, Y11, Y13            // 20 21 of lane 1
	VPERM2F128 $0x20, Y12, Y9, Y3      // lane 0
	VPERM2F128 $0x20, Y13, Y10, Y4     // lane 1
	VPERM2F128 $0x31, Y12, Y9, Y5      // lane 2
	VUNPCKHPD Y2, Y2, Y9               // 22 of lane 1
	VEXTRACTF128 $1, Y2, X10           // 22 of lane 2

	// A ninth of the centroid's: xx xy xz xy, yy yz xz yz, zz: Y13, Y14, X15.
	VBROADCASTSD ninth<>(SB), Y11
	VMULPD (PointResponse_H+0)(R12), Y11, Y12  // xx yy zz yz
	VBROADCASTF128 (PointResponse_H+32)(R12), Y0
	VMULPD Y0, Y11, Y0                 // xz xy xz xy
	VBLENDPD $1, Y12, Y0, Y13
	VPERMPD $0xCD, Y12, Y14            // yy yz xx yz
	VBLENDPD $4, Y0, Y14, Y14          // yy yz xz yz
	VEXTRACTF128 $1, Y12, X15          // zz

#define PUT(c, first, second, last) \
	MOVLQSX (triRef_block+4*c)(SI), AX  \
	LEAQ    (AX)(AX*8), AX              \
	VADDPD  (DI)(AX*8), first, first    \
	VADDPD  32(DI)(AX*8), second, second \
	VADDSD  64(DI)(AX*8), last, last    \
	VADDPD  Y13, first, first           \
	VADDPD  Y14, second, second         \
	VADDSD  X15, last, last             \
	VMOVUPD first, (DI)(AX*8)           \
	VMOVUPD second, 32(DI)(AX*8)        \
	VMOVSD  last, 64(DI)(AX*8)

	PUT(0, Y6, Y3, X2)
	PUT(2, Y7, Y4, X9)
	PUT(1, Y8, Y5, X10)
	ADDQ $triRef__size, SI
	DECQ CX
	JNZ  triangle
	VZEROUPPER
	RET

// func sumTrianglesAVX2(vec *r3.Vec, refs *triRef, n int, slots *triSlot, rest *cloth.TriRest, faces *PointResponse)
TEXT ·sumTrianglesAVX2(SB), NOSPLIT, $0-48
	MOVQ vec+0(FP), DI
	MOVQ refs+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ slots+24(FP), DX
	MOVQ rest+32(FP), R9
	MOVQ faces+40(FP), R10
	LOAD_SUM
	VBROADCASTSD third<>(SB), Y15

slope:
	FETCH_TRIANGLE
	TRIANGLE
	VMOVSD  (R11)(BX*8), X1         // b_u
	VMOVSD  8(R11)(BX*8), X2        // b_v
	VMOVSD  (triSlot_S+16)(R8), X3  // S_uv
	VMULSD  triSlot_S(R8), X1, X4
	VMULSD  X3, X2, X5
	VADDSD  X5, X4, X4              // b_u S_uu + b_v S_uv
	VMULSD  (triSlot_S+8)(R8), X2, X5
	VMULSD  X3, X1, X6
	VADDSD  X6, X5, X5              // b_v S_vv + b_u S_uv
	VBROADCASTSD X4, Y4
	VBROADCASTSD X5, Y5
	VMULPD  triSlot_Wu(R8), Y4, Y4
	VMULPD  triSlot_Wv(R8), Y5, Y5
	VADDPD  Y5, Y4, Y4
	VADDPD  Y4, Y0, Y0
	VMULPD  PointResponse_G(R12), Y15, Y6
	VADDPD  Y6, Y0, Y0
	ADDQ $triRef__size, SI
	DECQ CX
	JNZ  slope
	STORE_SUM
	VZEROUPPER
	RET

// func sumHingesAVX2(vec *r3.Vec, refs *elementRef, n int, slots *hingeSlot)
TEXT ·sumHingesAVX2(SB), NOSPLIT, $0-32
	MOVQ vec+0(FP), DI
	MOVQ refs+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ slots+24(FP), DX
	LOAD_SUM

fold:
	FETCH_HINGE(const_maxPrefetch)
	HINGE_AT
	VBROADCASTSD hingeSlot_Sigma(R8), Y1
	VMULPD  hingeSlot_G(R8)(BX*8), Y1, Y1
	VADDPD  Y1, Y0, Y0
	ADDQ $elementRef__size, SI
	DECQ CX
	JNZ  fold
	STORE_SUM
	VZEROUPPER
	RET
