// What reads the positions of four vertices, in the registers AX, BX, DX, R10 and Y10 to Y13.

#define VERTICES(v) \
	MOVLQSX 0(v), AX \
	MOVLQSX 4(v), BX \
	MOVLQSX 8(v), DX \
	MOVLQSX 12(v), R10 \
	LEAQ (AX)(AX*2), AX \
	LEAQ (BX)(BX*2), BX \
	LEAQ (DX)(DX*2), DX \
	LEAQ (R10)(R10*2), R10

// POSITIONS puts those of the vertices at v by X, Y and Z into Y10, Y13 and Y12, once VERTICES has found where they lie.
#define POSITIONS(x) \
	VMOVUPD (x)(AX*8), X10 \
	VMOVUPD (x)(BX*8), X11 \
	VINSERTF128 $1, (x)(DX*8), Y10, Y10 \
	VINSERTF128 $1, (x)(R10*8), Y11, Y11 \
	VMOVSD 16(x)(AX*8), X12 \
	VMOVHPD 16(x)(BX*8), X12, X12 \
	VMOVSD 16(x)(DX*8), X13 \
	VMOVHPD 16(x)(R10*8), X13, X13 \
	VINSERTF128 $1, X13, Y12, Y12 \
	VUNPCKHPD Y11, Y10, Y13 \
	VUNPCKLPD Y11, Y10, Y10

// The largest and the least number.
DATA inf<>+0(SB)/8, $0x7ff0000000000000
GLOBL inf<>(SB), RODATA|NOPTR, $8
DATA neg<>+0(SB)/8, $0xfff0000000000000
GLOBL neg<>(SB), RODATA|NOPTR, $8
