//go:build amd64

#include "textflag.h"

// Compares by predicates 18 (≤) and 29 (≥), which are false where one of the numbers is none.
//
// func meetAVX2(fours *fourBoxes, n int, a *Box, masks *[32]uint8)
TEXT ·meetAVX2(SB), NOSPLIT, $0-32
	MOVQ fours+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ a+16(FP), DX
	MOVQ masks+24(FP), DI
	VBROADCASTSD 0(DX), Y0
	VBROADCASTSD 8(DX), Y1
	VBROADCASTSD 16(DX), Y2
	VBROADCASTSD 24(DX), Y3
	VBROADCASTSD 32(DX), Y4
	VBROADCASTSD 40(DX), Y5

next:
	// a.Lo ≤ Hi
	VCMPPD $18, 96(SI), Y0, Y6
	VCMPPD $18, 128(SI), Y1, Y7
	VCMPPD $18, 160(SI), Y2, Y8
	VANDPD Y7, Y6, Y6
	VANDPD Y8, Y6, Y6

	// Lo ≤ a.Hi, as a.Hi ≥ Lo
	VCMPPD $29, 0(SI), Y3, Y7
	VCMPPD $29, 32(SI), Y4, Y8
	VCMPPD $29, 64(SI), Y5, Y9
	VANDPD Y8, Y7, Y7
	VANDPD Y9, Y7, Y7
	VANDPD Y7, Y6, Y6
	VMOVMSKPD Y6, AX
	MOVB AX, (DI)
	ADDQ $192, SI
	INCQ DI
	DECQ CX
	JNZ  next
	VZEROUPPER
	RET
