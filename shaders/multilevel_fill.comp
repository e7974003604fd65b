// Copies the blocks of the coarse matrices into the matrices of domains, which are then inverted. Twin of the start of
// factoriseDomains in linalg/multilevel.go.
#version 430 core
#include "load.glsl"
#include "multilevel.glsl"
INI1(DomainStart, domainStart)
INI1(DomainBlock, domainBlock) // per row: 2·block + 1 if transposed, column within the domain
IN4(CoarseBlock, coarseBlock)
layout(std430) writeonly restrict buffer SweepEven { float sweepEven[]; };
layout(std430) writeonly restrict buffer SweepOdd { float sweepOdd[]; };
uniform int count; // coarse rows

void put(bool odd, int at, float v) {
    if (odd) sweepOdd[at] = v;
    else sweepEven[at] = v;
}

void main() {
    int row = invocation();
    if (row >= count) return;
    ivec4 d = LOADI4(quad, row >> 2);
    int a = row - d.x, side = sideOf(d);
    if (a >= d.y) return;
    bool odd = (d.w & 1) != 0;
    for (int j = 0; j < 3 * side; j++)
        for (int c = 0; c < 3; c++) put(odd, 4 * (d.z + ((j >> 2) * 3 + c) * side + a) + (j & 3), 0.0);
    int end = LOADI1(domainStart, row + 1);
    for (int k = LOADI1(domainStart, row); k < end; k++) {
        int ref = LOADI1(domainBlock, 2 * k), at = 3 * (ref >> 1), j = 3 * LOADI1(domainBlock, 2 * k + 1);
        mat3 m = mat3(LOAD4(coarseBlock, at).xyz, LOAD4(coarseBlock, at + 1).xyz, LOAD4(coarseBlock, at + 2).xyz);
        if ((ref & 1) != 0) m = transpose(m);
        for (int e = 0; e < 3; e++)
            for (int c = 0; c < 3; c++) put(odd, 4 * (d.z + ((j + e >> 2) * 3 + c) * side + a) + (j + e & 3), m[c][e]);
    }
}
