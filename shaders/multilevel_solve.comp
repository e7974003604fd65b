// Multiplies the residuals of all coarse rows by the inverses of their domains; the last levels gather
// theirs here. Twin of solveDomains in cpu/sparse/multilevel.go.
#version 430 core
#include "load.glsl"
#include "multilevel.glsl"
INI1(MemberStart, memberStart)
INI1(Member, member)
IN4(CoarseResidual, coarseResidual)
IN4(CoarseVector, coarseVector)
IN4(Inverse, inverse) // negative
OUT4(Correction, correction)
uniform int rows;
uniform int firstGathered;

vec3 gathered(int row) {
    vec3 r = vec3(0.0);
    int end = LOADI1(memberStart, row + 1);
    for (int k = LOADI1(memberStart, row); k < end; k++) r += LOAD4(coarseVector, LOADI1(member, k)).xyz;
    return r;
}

void main() {
    int row = invocation();
    if (row >= rows) return;
    ivec4 d = LOADI4(quad, row >> 2);
    int side = sideOf(d), at = d.z + row - d.x;
    if (row - d.x >= d.y) return;
    vec3 z = vec3(0.0);
    for (int j = d.x; j < d.x + side; j += 4) {
        vec4 r[3];
        if (row >= firstGathered) {
            vec3 a = gathered(j), b = gathered(j + 1), c = gathered(j + 2), e = gathered(j + 3);
            r[0] = vec4(a, b.x);
            r[1] = vec4(b.yz, c.xy);
            r[2] = vec4(c.z, e);
        } else {
            for (int k = 0; k < 3; k++) r[k] = LOAD4(coarseResidual, 3 * (j >> 2) + k);
        }
        for (int k = 0; k < 3; k++) {
            z -= vec3(dot(LOAD4(inverse, at), r[k]), dot(LOAD4(inverse, at + side), r[k]), dot(LOAD4(inverse, at + 2 * side), r[k]));
            at += 3 * side;
        }
    }
    correction[row] = vec4(z, 0.0);
}
