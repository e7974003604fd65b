// Gathers the residual of coarse rows, from vertices or from rows of a level below. Twin of the start of
// solveDomains in cpu/sparse/multilevel.go.
#version 430 core
#include "load.glsl"
INI1(MemberStart, memberStart)
INI4(Member, member) // four at a time, filled up with a row of zeros
IN4(Residual, residual)
UPDATE4(CoarseVector, coarseVector, coarseVectorNext)
layout(std430) writeonly restrict buffer CoarseResidual { float coarseResidual[]; }; // the same, packed
uniform int firstRow;
uniform int endRow;
uniform int finest; // 1: from vertices

void main() {
    int row = firstRow + invocation();
    if (row >= endRow) return;
    vec3 r = vec3(0.0);
    int k = LOADI1(memberStart, row), end = LOADI1(memberStart, row + 1);
    if (finest != 0) {
        if (k < end) do {
            ivec4 m = LOADI4(member, k);
            for (int c = 0; c < 4; c++) r += LOAD4(residual, m[c]).xyz;
        } while (++k < end);
    } else {
        if (k < end) do {
            ivec4 m = LOADI4(member, k);
            for (int c = 0; c < 4; c++) r += LOAD4(coarseVector, m[c]).xyz;
        } while (++k < end);
    }
    STORE3(coarseVector, coarseVectorNext, row, r);
    for (int c = 0; c < 3; c++) coarseResidual[3 * row + c] = r[c];
}
