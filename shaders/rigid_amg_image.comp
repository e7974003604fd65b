// Strips of A P of a rigid-body level. Twin of image in linalg/rigid_amg.go.
#version 430 core
#include "load.glsl"
#include "rigid_amg_lower.glsl"
INI1(AmgImageStart, amgImageStart)
INI1(AmgImageRef, amgImageRef) // place of a block in the matrix, block of P
IN4(AmgStrip, amgStrip)
OUT4(AmgImage, amgImage) // of this level only
uniform int firstImage; // block
uniform int endImage;
uniform int each;       // blocks per work group, of coarse levels on hardware
uniform int single;     // number of blocks of P with one strip
uniform int finest;     // 1: blocks of this level have one strip
uniform int count;

mat3 strip(int at) { return mat3(LOAD4(amgStrip, at).xyz, LOAD4(amgStrip, at + 1).xyz, LOAD4(amgStrip, at + 2).xyz); }

// Product of an item to a strip of A P; half_ is the half of a block with two strips.
void times(int k, int half_, out mat3 shift, out mat3 turn) {
    int at = LOADI1(amgImageRef, 2 * k), b = LOADI1(amgImageRef, 2 * k + 1);
    if (finest != 0) {
        mat3 a = fineBlock(at);
        shift = a * strip(6 * b);
        turn = a * strip(6 * b + 3);
    } else {
        int s = 6 * (2 * b - single);
        mat3 a = coarseBlock(12 * at + 6 * half_), c = coarseBlock(12 * at + 6 * half_ + 3);
        shift = a * strip(s) + c * strip(s + 6);
        turn = a * strip(s + 3) + c * strip(s + 9);
    }
}

void one() {
    int n = invocation(), q = firstImage + (finest != 0 ? n : n >> 1);
    if (q >= endImage) return;
    mat3 shift = mat3(0.0), turn = mat3(0.0), s, t;
    int k = LOADI1(amgImageStart, q), end = LOADI1(amgImageStart, q + 1);
    do { // do-while: software devices run a pre-tested loop once more
        times(k, n & 1, s, t);
        shift += s;
        turn += t;
    } while (++k < end);
    for (int e = 0; e < 3; e++) {
        PUT3(amgImage, 6 * n + e, shift[e]);
        PUT3(amgImage, 6 * n + 3 + e, turn[e]);
    }
}

#define SUM_START(i) LOADI1(amgImageStart, i)
#include "rigid_amg_sums.glsl"
#ifdef FETCH
void main() { one(); }
#else
void product(int k, int side, out mat3 shift, out mat3 turn) { times(k, side, shift, turn); }

void storeSum(int block, int side, int column, int row, float v) {
    amgImage[6 * (2 * (block - firstImage) + side) + column][row] = v;
}

void main() {
    int first = firstImage + invocation() / GROUP * each;
    if (each == 0) one();
    else if (first < endImage) sumBlocks(first, min(first + each, endImage));
}
#endif
