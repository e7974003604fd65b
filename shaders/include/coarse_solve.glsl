// A row of the inverses of the domains times the coarse residuals. Twin of solveDomains in linalg/multilevel.go.
#ifndef COARSE_RESIDUAL
#define COARSE_RESIDUAL(i) LOAD4(coarseResidual, i)
#endif
#include "multilevel.glsl"
IN4(Inverse, inverse) // negative inverse

// False for padding rows of a domain.
bool solvedRow(int row, out vec3 z) {
    ivec4 d = LOADI4(quad, row >> 2);
    int side = sideOf(d), at = d.z + row - d.x;
    z = vec3(0.0);
    if (row - d.x >= d.y) return false;
    int j = d.x;
    do { // do-while: software devices run a pre-tested loop once more
        for (int k = 0; k < 3; k++) {
            vec4 r = COARSE_RESIDUAL(3 * (j >> 2) + k);
            z -= vec3(dot(LOAD4(inverse, at), r), dot(LOAD4(inverse, at + side), r),
                dot(LOAD4(inverse, at + 2 * side), r));
            at += 3 * side;
        }
    } while ((j += 4) < d.x + side);
    return true;
}
