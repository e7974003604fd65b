// Multiplies the coarse residuals by the inverses of their domains, see include/coarse_solve.glsl.
#version 430 core
#include "load.glsl"
IN4(CoarseResidual, coarseResidual)
#include "coarse_solve.glsl"
OUT4(Correction, correction)
uniform int count; // coarse rows

void main() {
    int row = invocation();
    vec3 z;
    if (row < count && solvedRow(row, z)) PUT3(correction, row, z);
}
