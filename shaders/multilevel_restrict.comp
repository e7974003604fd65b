// Restricts the residual to coarse rows, see include/coarse_restrict.glsl.
#version 430 core
#include "load.glsl"
IN4(Residual, residual)
UPDATE4(CoarseVector, coarseVector, coarseVectorNext)
layout(std430) writeonly restrict buffer CoarseResidual { float coarseResidual[]; }; // packed
#include "coarse_restrict.glsl"
uniform int firstRow;
uniform int endRow;
uniform int finest; // 1: from vertices

void main() {
    int row = firstRow + invocation();
    if (row >= endRow) return;
    vec3 r = gatheredRow(row, finest != 0);
    STORE3(coarseVector, coarseVectorNext, row, r);
    for (int c = 0; c < 3; c++) coarseResidual[3 * row + c] = r[c];
}
