// Sums three rows of the blocks of PᵀAP of a level that turns, on or above its diagonal, and writes their mirror image. Twin of galerkin and mirror in
// cpu/sparse/turning.go.
#version 430 core
#include "load.glsl"
INI1(TurnSum, turnSum)
INI1(TurnSumRef, turnSumRef) // strip of P, strip of A P
INI1(TurnPlace, turnPlace)   // two per block: itself and its mirror image
IN4(TurnStrip, turnStrip)
IN4(TurnImage, turnImage)
OUT4(TurnMatrix, turnMatrix)
uniform int firstUpper; // block
uniform int count;      // twice the blocks of the level on or above the diagonal

void main() {
    int n = invocation();
    if (n >= count) return;
    int block = firstUpper + (n >> 1), side = 3 * (n & 1);
    mat3 shift = mat3(0.0), turn = mat3(0.0);
    int k = LOADI1(turnSum, block), end = LOADI1(turnSum, block + 1);
    do { // software devices go through a loop once more where its end is tested first
        int p = 6 * LOADI1(turnSumRef, 2 * k) + side, q = 6 * LOADI1(turnSumRef, 2 * k + 1);
        mat3 t = transpose(mat3(LOAD4(turnStrip, p).xyz, LOAD4(turnStrip, p + 1).xyz, LOAD4(turnStrip, p + 2).xyz));
        shift += t * mat3(LOAD4(turnImage, q).xyz, LOAD4(turnImage, q + 1).xyz, LOAD4(turnImage, q + 2).xyz);
        turn += t * mat3(LOAD4(turnImage, q + 3).xyz, LOAD4(turnImage, q + 4).xyz, LOAD4(turnImage, q + 5).xyz);
    } while (++k < end);
    int own = LOADI1(turnPlace, 2 * block), mirror = LOADI1(turnPlace, 2 * block + 1), at = 12 * own + 2 * side;
    mat3 shiftT = transpose(shift), turnT = transpose(turn);
    for (int e = 0; e < 3; e++) {
        PUT3(turnMatrix, at + e, shift[e]);
        PUT3(turnMatrix, at + 3 + e, turn[e]);
        if (mirror == own) continue;
        PUT3(turnMatrix, 12 * mirror + side + e, shiftT[e]);
        PUT3(turnMatrix, 12 * mirror + 6 + side + e, turnT[e]);
    }
}
