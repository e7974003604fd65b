// Multiplies the residuals of all coarse rows by the inverses of their domains. Twin of solveDomains in cpu/sparse/multilevel.go.
#version 430 core
#include "load.glsl"
#include "multilevel.glsl"
IN4(CoarseResidual, coarseResidual)
IN4(Inverse, inverse) // negative
OUT4(Correction, correction)
uniform int count; // coarse rows

void main() {
    int row = invocation();
    if (row >= count) return;
    ivec4 d = LOADI4(quad, row >> 2);
    int side = sideOf(d), at = d.z + row - d.x;
    if (row - d.x >= d.y) return;
    vec3 z = vec3(0.0);
    int j = d.x;
    do { // software devices go through a loop once more where its end is tested first
        for (int k = 0; k < 3; k++) {
            vec4 r = LOAD4(coarseResidual, 3 * (j >> 2) + k);
            z -= vec3(dot(LOAD4(inverse, at), r), dot(LOAD4(inverse, at + side), r), dot(LOAD4(inverse, at + 2 * side), r));
            at += 3 * side;
        }
    } while ((j += 4) < d.x + side);
    PUT3(correction, row, z);
}
