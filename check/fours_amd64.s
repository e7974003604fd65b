//go:build amd64

#include "textflag.h"

// Whether box i of the four at SI meets those of the one at DI: bits 4i to 4i + 3 of AX, from the last box to the
// first. Predicates are 18 (≤) and 29 (≥), which are false where one of the numbers is none.
#define MEETS(i) \
	VBROADCASTSD (0+8*i)(SI), Y0; \
	VCMPPD $18, 96(DI), Y0, Y0; \
	VBROADCASTSD (32+8*i)(SI), Y1; \
	VCMPPD $18, 128(DI), Y1, Y1; \
	VBROADCASTSD (64+8*i)(SI), Y2; \
	VCMPPD $18, 160(DI), Y2, Y2; \
	VBROADCASTSD (96+8*i)(SI), Y3; \
	VCMPPD $29, 0(DI), Y3, Y3; \
	VBROADCASTSD (128+8*i)(SI), Y4; \
	VCMPPD $29, 32(DI), Y4, Y4; \
	VBROADCASTSD (160+8*i)(SI), Y5; \
	VCMPPD $29, 64(DI), Y5, Y5; \
	VANDPD Y1, Y0, Y0; \
	VANDPD Y3, Y2, Y2; \
	VANDPD Y5, Y4, Y4; \
	VANDPD Y2, Y0, Y0; \
	VANDPD Y4, Y0, Y0; \
	VMOVMSKPD Y0, CX; \
	SHLL $4, AX; \
	ORL CX, AX

// func meetsAVX2(f, o *four) uint16
TEXT ·meetsAVX2(SB), NOSPLIT, $0-18
	MOVQ f+0(FP), SI
	MOVQ o+8(FP), DI
	XORL AX, AX
	MEETS(3)
	MEETS(2)
	MEETS(1)
	MEETS(0)
	VZEROUPPER
	MOVW AX, ret+16(FP)
	RET

// The square of the distance along an axis, whose low sides stand at lo and high ones at lo + 96, added to Y0 or moved
// there: max(0, f.lo − g.hi, g.lo − f.hi).
#define ALONG(lo, i, to) \
	VBROADCASTSD lo+8*i(SI), Y1; \
	VSUBPD lo+96(DI), Y1, Y1; \
	VBROADCASTSD lo+96+8*i(SI), Y2; \
	VMOVUPD lo(DI), Y3; \
	VSUBPD Y2, Y3, Y2; \
	VMAXPD Y2, Y1, Y1; \
	VMAXPD Y15, Y1, Y1; \
	VMULPD Y1, Y1, to

#define NEARER(i) \
	ALONG(0, i, Y0); \
	ALONG(32, i, Y1); \
	VADDPD Y1, Y0, Y0; \
	ALONG(64, i, Y1); \
	VADDPD Y1, Y0, Y0; \
	VCMPPD $17, Y14, Y0, Y0; \
	VMOVMSKPD Y0, CX; \
	SHLL $4, AX; \
	ORL CX, AX

// func nearerAVX2(f, o *four, d2 float64) uint16
TEXT ·nearerAVX2(SB), NOSPLIT, $0-26
	MOVQ f+0(FP), SI
	MOVQ o+8(FP), DI
	VBROADCASTSD d2+16(FP), Y14
	VXORPD Y15, Y15, Y15
	XORL AX, AX
	NEARER(3)
	NEARER(2)
	NEARER(1)
	NEARER(0)
	VZEROUPPER
	MOVW AX, ret+24(FP)
	RET

// Whether the k-th corner of triangle i of those at SI is one of those of the triangles in X8, X9 and X10.
#define SAME(k, i, to, x, y) \
	VPBROADCASTD 16*k+4*i(SI), to; \
	VPCMPEQD X8, to, x; \
	VPCMPEQD X9, to, y; \
	VPCMPEQD X10, to, to; \
	VPOR x, y, y; \
	VPOR y, to, to

#define SHARE(i) \
	SAME(0, i, X0, X1, X2); \
	SAME(1, i, X3, X4, X5); \
	SAME(2, i, X6, X7, X11); \
	VPOR X3, X0, X0; \
	VPOR X6, X0, X0; \
	VMOVMSKPS X0, CX; \
	SHLL $4, AX; \
	ORL CX, AX

// func shareAVX2(c, d *corners) uint16
TEXT ·shareAVX2(SB), NOSPLIT, $0-18
	MOVQ c+0(FP), SI
	MOVQ d+8(FP), DI
	VMOVDQU 0(DI), X8
	VMOVDQU 16(DI), X9
	VMOVDQU 32(DI), X10
	XORL AX, AX
	SHARE(3)
	SHARE(2)
	SHARE(1)
	SHARE(0)
	VZEROUPPER
	MOVW AX, ret+16(FP)
	RET
