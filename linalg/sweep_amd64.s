//go:build amd64

#include "go_asm.h"
#include "textflag.h"

// Element-wise products of one block and its vector, into one accumulator per row of the block. Loads of a block row
// include the next number in memory, which is multiplied by the zero in lane 3 of the vector.
#define COUPLE \
	MOVLQSX     (DI), AX       \
	SHLQ        $5, AX         \
	VMOVUPD     (R8)(AX*1), Y3 \
	VCVTPS2PD   (BX), Y10      \
	VCVTPS2PD   12(BX), Y11    \
	VCVTPS2PD   24(BX), Y12    \
	VFMADD231PD Y10, Y3, Y0    \
	VFMADD231PD Y11, Y3, Y1    \
	VFMADD231PD Y12, Y3, Y2    \
	ADDQ        $4, DI         \
	ADDQ        $36, BX

// Y6 minus the horizontal sums of the accumulators; zero is a register of zeros. Lane 3 is unchanged.
#define COLLECT(zero) \
	VHADDPD    Y1, Y0, Y0        \
	VHADDPD    zero, Y2, Y2      \
	VPERM2F128 $0x20, Y2, Y0, Y1 \
	VPERM2F128 $0x31, Y2, Y0, Y2 \
	VADDPD     Y2, Y1, Y1        \
	VSUBPD     Y1, Y6, Y6

// func forwardAVX2(ptr, col *int32, val *float32, in, p, t, w, out *lane, rows int, c, scale float64) (dot float64)
TEXT ·forwardAVX2(SB), NOSPLIT, $0-96
	MOVQ ptr+0(FP), SI
	MOVQ col+8(FP), DI
	MOVQ val+16(FP), BX
	MOVQ in+24(FP), R8
	MOVQ p+32(FP), R9
	MOVQ t+40(FP), R10
	MOVQ w+48(FP), R11
	MOVQ out+56(FP), R12
	MOVQ rows+64(FP), DX
	VBROADCASTSD c+72(FP), Y9
	VBROADCASTSD scale+80(FP), Y15
	VXORPD Y14, Y14, Y14
	VXORPD Y13, Y13, Y13 // dot

row:
	MOVL 4(SI), CX
	SUBL (SI), CX
	ADDQ $4, SI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VMOVUPD (R9), Y8      // p
	VMOVUPD (R10), Y7     // t
	VMOVAPD Y8, Y6
	VFMADD231PD Y9, Y7, Y6 // p + ct
	TESTQ R11, R11
	JEQ  bare
	VADDPD (R11), Y6, Y6
	ADDQ $32, R11

bare:
	TESTL CX, CX
	JEQ  sum

next:
	COUPLE
	DECL CX
	JNZ  next

sum:
	COLLECT(Y14)
	VMULPD  Y15, Y6, Y6
	VMOVUPD Y6, (R12)
	VADDPD  Y7, Y6, Y7
	VFMADD231PD Y8, Y7, Y13
	ADDQ $32, R9
	ADDQ $32, R10
	ADDQ $32, R12
	DECQ DX
	JNZ  row

	VEXTRACTF128 $1, Y13, X0
	VADDPD X0, X13, X13
	VHADDPD X13, X13, X13
	VZEROUPPER
	MOVSD X13, dot+88(FP)
	RET

// func backwardAVX2(outerPtr, outerCol *int32, outerVal *float32, inner, ptr, col *int32, val *float32, all, r, p, t
// *lane, rows int, beta, omega float64)
TEXT ·backwardAVX2(SB), NOSPLIT, $16-112
	MOVQ outerPtr+0(FP), SI
	MOVQ outerCol+8(FP), DI
	MOVQ outerVal+16(FP), BX
	MOVQ inner+24(FP), R9
	MOVQ ptr+32(FP), R10
	MOVQ col+40(FP), R12
	MOVQ val+48(FP), R13
	MOVQ all+56(FP), R8
	MOVQ r+64(FP), R14
	MOVQ p+72(FP), R15
	MOVQ t+80(FP), R11
	MOVQ rows+88(FP), DX
	VBROADCASTSD beta+96(FP), Y15
	VBROADCASTSD omega+104(FP), Y14
	VXORPD Y9, Y9, Y9
	SUBQ R11, R14
	SUBQ R11, R15
	MOVQ R14, away-8(SP)
	MOVQ R15, away-16(SP)

row:
	MOVQ away-8(SP), R14
	MOVQ away-16(SP), R15
	VMOVUPD (R11)(R15*1), Y6
	VFMADD213PD (R11)(R14*1), Y15, Y6 // p = βp + r
	VMOVUPD Y6, (R11)(R15*1)
	VADDPD (R11), Y6, Y6
	MOVL 4(SI), CX
	SUBL (SI), CX
	ADDQ $4, SI
	TESTL CX, CX
	JEQ  sum
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2

next:
	COUPLE
	DECL CX
	JNZ  next
	COLLECT(Y9)

sum:
	VBLENDPD $8, Y9, Y6, Y6
	VMULPD  Y14, Y6, Y6
	VMOVUPD Y6, (R11)
	VPERMPD $0x00, Y6, Y3
	VPERMPD $0x55, Y6, Y4
	VPERMPD $0xAA, Y6, Y5
	MOVLQSX (R10), AX
	MOVL AX, CX
	SUBL (R9), CX
	JEQ  done
	LEAQ (R12)(AX*4), R14
	LEAQ (AX)(AX*8), AX
	LEAQ (R13)(AX*4), AX

	// Products of the row with transposed blocks, subtracted from other rows of the domain. Their lane 3 is ignored.
take:
	SUBQ $4, R14
	SUBQ $36, AX
	VCVTPS2PD (AX), Y0
	VCVTPS2PD 12(AX), Y1
	VCVTPS2PD 24(AX), Y2
	MOVLQSX (R14), R15
	SHLQ $5, R15
	VMULPD  Y3, Y0, Y0
	VFMADD231PD Y4, Y1, Y0
	VFMADD231PD Y5, Y2, Y0
	VMOVUPD (R8)(R15*1), Y7
	VSUBPD  Y0, Y7, Y7
	VMOVUPD Y7, (R8)(R15*1)
	DECL CX
	JNZ  take

done:
	SUBQ $4, R9
	SUBQ $4, R10
	SUBQ $32, R11
	DECQ DX
	JNZ  row

	VZEROUPPER
	RET

// func advanceAVX2(x, r, t, u *lane, rows int, alpha float64) (dot float64)
TEXT ·advanceAVX2(SB), NOSPLIT, $0-56
	MOVQ x+0(FP), R8
	MOVQ r+8(FP), R9
	MOVQ t+16(FP), R10
	MOVQ u+24(FP), R11
	MOVQ rows+32(FP), DX
	VBROADCASTSD alpha+40(FP), Y15
	VXORPD Y13, Y13, Y13
	VXORPD Y14, Y14, Y14

step:
	VMOVUPD (R10), Y2
	VMOVUPD Y14, (R10)
	VMOVUPD (R8), Y0
	VFMADD231PD Y2, Y15, Y0
	VMOVUPD Y0, (R8)
	VADDPD (R11), Y2, Y2
	VMOVUPD (R9), Y1
	VFNMADD231PD Y2, Y15, Y1
	VMOVUPD Y1, (R9)
	VFMADD231PD Y1, Y1, Y13
	ADDQ $32, R8
	ADDQ $32, R9
	ADDQ $32, R10
	ADDQ $32, R11
	DECQ DX
	JNZ  step

	VEXTRACTF128 $1, Y13, X0
	VADDPD X0, X13, X13
	VHADDPD X13, X13, X13
	VZEROUPPER
	MOVSD X13, dot+48(FP)
	RET

// func scaleBlocksAVX2(to *float32, val *float64, src, col *int32, f, fi *float64, count int)
TEXT ·scaleBlocksAVX2(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), R8
	MOVQ val+8(FP), R9
	MOVQ src+16(FP), SI
	MOVQ col+24(FP), DI
	MOVQ f+32(FP), R10
	MOVQ fi+40(FP), R11
	MOVQ count+48(FP), DX
	VBROADCASTSD 0(R11), Y9 // F of the row
	VBROADCASTSD 8(R11), Y10
	VBROADCASTSD 16(R11), Y11
	VBROADCASTSD 40(R11), Y12
	VBROADCASTSD 48(R11), Y13
	VBROADCASTSD 80(R11), Y14

one:
	MOVLQSX (4*const_blocksAhead)(SI), AX // prefetch for a later block
	LEAQ (AX)(AX*8), AX
	PREFETCHT0 (R9)(AX*8)
	PREFETCHT0 64(R9)(AX*8)
	MOVLQSX (4*const_blocksAhead)(DI), BX
	LEAQ (BX)(BX*2), BX
	SHLQ $5, BX
	PREFETCHT0 (R10)(BX*1)
	PREFETCHT0 64(R10)(BX*1)
	MOVLQSX (SI), AX
	LEAQ (AX)(AX*8), AX
	LEAQ (R9)(AX*8), AX
	MOVLQSX (DI), BX
	LEAQ (BX)(BX*2), BX
	SHLQ $5, BX
	ADDQ R10, BX
	VMOVUPD (BX), Y0
	VMOVUPD 32(BX), Y1
	VMOVUPD 64(BX), Y2

	// rows of A Fᵀ
	VBROADCASTSD 0(AX), Y3
	VBROADCASTSD 24(AX), Y4
	VBROADCASTSD 48(AX), Y5
	VMULPD Y3, Y0, Y3
	VMULPD Y4, Y0, Y4
	VMULPD Y5, Y0, Y5
	VBROADCASTSD 8(AX), Y6
	VBROADCASTSD 32(AX), Y7
	VBROADCASTSD 56(AX), Y8
	VFMADD231PD Y6, Y1, Y3
	VFMADD231PD Y7, Y1, Y4
	VFMADD231PD Y8, Y1, Y5
	VBROADCASTSD 16(AX), Y6
	VBROADCASTSD 40(AX), Y7
	VBROADCASTSD 64(AX), Y8
	VFMADD231PD Y6, Y2, Y3
	VFMADD231PD Y7, Y2, Y4
	VFMADD231PD Y8, Y2, Y5

	// and of F A Fᵀ
	VMULPD Y9, Y3, Y6
	VMULPD Y10, Y3, Y7
	VMULPD Y11, Y3, Y8
	VFMADD231PD Y12, Y4, Y7
	VFMADD231PD Y13, Y4, Y8
	VFMADD231PD Y14, Y5, Y8
	VCVTPD2PSY Y6, X6
	VCVTPD2PSY Y7, X7
	VCVTPD2PSY Y8, X8
	VMOVUPS X6, (R8)
	VMOVUPS X7, 12(R8)
	VMOVSD X8, 24(R8) // nothing behind the last block is written
	VEXTRACTPS $2, X8, 32(R8)
	ADDQ $4, SI
	ADDQ $4, DI
	ADDQ $36, R8
	DECQ DX
	JNZ  one

	VZEROUPPER
	RET
