//go:build amd64

#include "textflag.h"

// Lanes 0 to 2 on, lane 3 off.
DATA lanes<>+0(SB)/8, $-1
DATA lanes<>+8(SB)/8, $-1
DATA lanes<>+16(SB)/8, $-1
DATA lanes<>+24(SB)/8, $0
GLOBL lanes<>(SB), RODATA|NOPTR, $32

// One block: its rows times x into three accumulators. The x load is masked, so
// that nothing past the last vector is read; its lane 3 is zero. Rows 0 and 1
// are loaded with the next row's first entry in lane 3; row 2 is loaded with
// row 1's last entry in lane 0, against x moved up by one lane, so that nothing
// past the last block is read. The spare lanes are never added to the result.
#define BLOCK(col, val, acc0, acc1, acc2, x, moved) \
	MOVLQSX    col(DI), AX               \
	LEAQ       (AX)(AX*2), AX            \
	VMASKMOVPD (R8)(AX*8), Y15, x        \
	VPERMPD    $0x90, x, moved           \
	VFMADD231PD val+0(BX), x, acc0       \
	VFMADD231PD val+24(BX), x, acc1      \
	VFMADD231PD val+40(BX), moved, acc2

// func mulRowsAVX2(rowPtr, col *int32, val, x, xRow, y *float64, rows int) (dot float64)
TEXT ·mulRowsAVX2(SB), NOSPLIT, $0-64
	MOVQ rowPtr+0(FP), SI
	MOVQ col+8(FP), DI
	MOVQ val+16(FP), BX
	MOVQ x+24(FP), R8
	MOVQ xRow+32(FP), R11
	MOVQ y+40(FP), R9
	MOVQ rows+48(FP), R10
	VMOVUPD lanes<>(SB), Y15
	VXORPD X13, X13, X13 // dot, z part
	VXORPD X14, X14, X14 // dot, x and y parts
	TESTQ R10, R10
	JLE done

row:
	MOVL 4(SI), CX
	SUBL (SI), CX
	ADDQ $4, SI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SUBL $2, CX
	JLT  last

pair:
	BLOCK(0, 0, Y0, Y1, Y2, Y3, Y4)
	BLOCK(4, 72, Y5, Y6, Y7, Y8, Y9)
	ADDQ $8, DI
	ADDQ $144, BX
	SUBL $2, CX
	JGE  pair

last:
	CMPL CX, $-2
	JEQ  reduce
	BLOCK(0, 0, Y0, Y1, Y2, Y3, Y4)
	ADDQ $4, DI
	ADDQ $72, BX

reduce:
	VADDPD Y5, Y0, Y0
	VADDPD Y6, Y1, Y1
	VADDPD Y7, Y2, Y2
	VEXTRACTF128 $1, Y0, X3
	VEXTRACTF128 $1, Y1, X4
	VEXTRACTF128 $1, Y2, X5
	VHADDPD X1, X0, X0       // row 0 lanes 0+1, row 1 lanes 0+1
	VUNPCKLPD X4, X3, X3     // row 0 lane 2, row 1 lane 2
	VADDPD X3, X0, X0
	VUNPCKHPD X2, X2, X2     // row 2 lane 1
	VHADDPD X5, X5, X5       // row 2 lanes 2+3
	VADDSD X5, X2, X2
	VMOVUPD X0, (R9)
	VMOVSD X2, 16(R9)
	VFMADD231PD (R11), X0, X14
	VFMADD231SD 16(R11), X2, X13
	ADDQ $24, R9
	ADDQ $24, R11
	DECQ R10
	JNZ  row

done:
	VHADDPD X14, X14, X14
	VADDSD X13, X14, X14
	VZEROUPPER
	MOVSD X14, dot+56(FP)
	RET

// The same for a block in float32.
#define SMALL(col, val, acc0, acc1, acc2, x, moved) \
	MOVLQSX    col(DI), AX               \
	LEAQ       (AX)(AX*2), AX            \
	VMASKMOVPD (R8)(AX*8), Y15, x        \
	VPERMPD    $0x90, x, moved           \
	VCVTPS2PD  val+0(BX), Y10            \
	VCVTPS2PD  val+12(BX), Y11           \
	VCVTPS2PD  val+20(BX), Y12           \
	VFMADD231PD Y10, x, acc0             \
	VFMADD231PD Y11, x, acc1             \
	VFMADD231PD Y12, moved, acc2

// func mulLowAVX2(rowPtr, col *int32, val *float32, x, xRow, y *float64, rows int) (dot float64)
TEXT ·mulLowAVX2(SB), NOSPLIT, $0-64
	MOVQ rowPtr+0(FP), SI
	MOVQ col+8(FP), DI
	MOVQ val+16(FP), BX
	MOVQ x+24(FP), R8
	MOVQ xRow+32(FP), R11
	MOVQ y+40(FP), R9
	MOVQ rows+48(FP), R10
	VMOVUPD lanes<>(SB), Y15
	VXORPD X13, X13, X13 // dot, z part
	VXORPD X14, X14, X14 // dot, x and y parts
	TESTQ R10, R10
	JLE lowDone

lowRow:
	MOVL 4(SI), CX
	SUBL (SI), CX
	ADDQ $4, SI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SUBL $2, CX
	JLT  lowLast

lowPair:
	SMALL(0, 0, Y0, Y1, Y2, Y3, Y4)
	SMALL(4, 36, Y5, Y6, Y7, Y8, Y9)
	ADDQ $8, DI
	ADDQ $72, BX
	SUBL $2, CX
	JGE  lowPair

lowLast:
	CMPL CX, $-2
	JEQ  lowReduce
	SMALL(0, 0, Y0, Y1, Y2, Y3, Y4)
	ADDQ $4, DI
	ADDQ $36, BX

lowReduce:
	VADDPD Y5, Y0, Y0
	VADDPD Y6, Y1, Y1
	VADDPD Y7, Y2, Y2
	VEXTRACTF128 $1, Y0, X3
	VEXTRACTF128 $1, Y1, X4
	VEXTRACTF128 $1, Y2, X5
	VHADDPD X1, X0, X0       // row 0 lanes 0+1, row 1 lanes 0+1
	VUNPCKLPD X4, X3, X3     // row 0 lane 2, row 1 lane 2
	VADDPD X3, X0, X0
	VUNPCKHPD X2, X2, X2     // row 2 lane 1
	VHADDPD X5, X5, X5       // row 2 lanes 2+3
	VADDSD X5, X2, X2
	VMOVUPD X0, (R9)
	VMOVSD X2, 16(R9)
	VFMADD231PD (R11), X0, X14
	VFMADD231SD 16(R11), X2, X13
	ADDQ $24, R9
	ADDQ $24, R11
	DECQ R10
	JNZ  lowRow

lowDone:
	VHADDPD X14, X14, X14
	VADDSD X13, X14, X14
	VZEROUPPER
	MOVSD X14, dot+56(FP)
	RET

// func roundAVX2(low *float32, val *float64, n int)
TEXT ·roundAVX2(SB), NOSPLIT, $0-24
	MOVQ low+0(FP), DI
	MOVQ val+8(FP), SI
	MOVQ n+16(FP), CX

roundEight:
	VCVTPD2PSY (SI), X0
	VCVTPD2PSY 32(SI), X1
	VMOVUPS X0, (DI)
	VMOVUPS X1, 16(DI)
	ADDQ $64, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  roundEight
	VZEROUPPER
	RET

// func addBlocksAVX2(to *float64, target *int32, val *float64, count int)
TEXT ·addBlocksAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ target+8(FP), SI
	MOVQ val+16(FP), BX
	MOVQ count+24(FP), CX

add:
	MOVLQSX (SI), AX
	LEAQ    (AX)(AX*8), AX
	LEAQ    (DI)(AX*8), R8
	VMOVUPD (BX), Y0
	VMOVUPD 32(BX), Y1
	VMOVSD  64(BX), X2
	VADDPD  (R8), Y0, Y0
	VADDPD  32(R8), Y1, Y1
	VADDSD  64(R8), X2, X2
	VMOVUPD Y0, (R8)
	VMOVUPD Y1, 32(R8)
	VMOVSD  X2, 64(R8)
	ADDQ    $4, SI
	ADDQ    $72, BX
	DECQ    CX
	JNZ     add
	VZEROUPPER
	RET
