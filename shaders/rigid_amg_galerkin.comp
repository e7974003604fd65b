// Three rows of the blocks of PᵀAP of a rigid-body level, on or above its diagonal, with their mirror image. Twin of
// galerkin and mirror in linalg/rigid_amg.go.
#version 430 core
#include "load.glsl"
INI1(AmgSum, amgSum)
INI1(AmgSumRef, amgSumRef) // strip of P, strip of A P
INI1(AmgPlace, amgPlace)   // two per block: its place and that of its mirror image
IN4(AmgStrip, amgStrip)
IN4(AmgImage, amgImage)
OUT4(AmgMatrix, amgMatrix)
uniform int firstUpper; // block
uniform int endUpper;
uniform int each;       // blocks per work group, on hardware
uniform int count;

// Half a block of PᵀAP: three of the rows that strip p of P restricts to, from strip q of A P.
void times(int p, int q, out mat3 shift, out mat3 turn) {
    mat3 t = transpose(mat3(LOAD4(amgStrip, p).xyz, LOAD4(amgStrip, p + 1).xyz, LOAD4(amgStrip, p + 2).xyz));
    shift = t * mat3(LOAD4(amgImage, q).xyz, LOAD4(amgImage, q + 1).xyz, LOAD4(amgImage, q + 2).xyz);
    turn = t * mat3(LOAD4(amgImage, q + 3).xyz, LOAD4(amgImage, q + 4).xyz, LOAD4(amgImage, q + 5).xyz);
}

#define SUM_START(i) LOADI1(amgSum, i)
#include "rigid_amg_sums.glsl"
#ifdef FETCH
void main() {
    int n = invocation(), block = firstUpper + (n >> 1), side = 3 * (n & 1);
    if (block >= endUpper) return;
    mat3 shift = mat3(0.0), turn = mat3(0.0), s, t;
    int k = LOADI1(amgSum, block), end = LOADI1(amgSum, block + 1);
    do { // do-while: software devices run a pre-tested loop once more
        times(6 * LOADI1(amgSumRef, 2 * k) + side, 6 * LOADI1(amgSumRef, 2 * k + 1), s, t);
        shift += s;
        turn += t;
    } while (++k < end);
    int own = LOADI1(amgPlace, 2 * block), mirror = LOADI1(amgPlace, 2 * block + 1), at = 12 * own + 2 * side;
    mat3 shiftT = transpose(shift), turnT = transpose(turn);
    for (int e = 0; e < 3; e++) {
        PUT3(amgMatrix, at + e, shift[e]);
        PUT3(amgMatrix, at + 3 + e, turn[e]);
        if (mirror == own) continue;
        PUT3(amgMatrix, 12 * mirror + side + e, shiftT[e]);
        PUT3(amgMatrix, 12 * mirror + 6 + side + e, turnT[e]);
    }
}
#else
void product(int k, int side, out mat3 shift, out mat3 turn) {
    times(6 * LOADI1(amgSumRef, 2 * k) + 3 * side, 6 * LOADI1(amgSumRef, 2 * k + 1), shift, turn);
}

void storeSum(int block, int side, int column, int row, float v) {
    int own = LOADI1(amgPlace, 2 * block), mirror = LOADI1(amgPlace, 2 * block + 1);
    amgMatrix[12 * own + 6 * side + column][row] = v;
    if (mirror != own) amgMatrix[12 * mirror + column / 3 * 6 + 3 * side + row][column % 3] = v;
}

void main() {
    int first = firstUpper + invocation() / GROUP * each;
    if (first < endUpper) sumBlocks(first, min(first + each, endUpper));
}
#endif
