// Restriction to half a row of a rigid-body level: Pᵀr of vertices or of the finer level. Twin of collectRows in
// linalg/rigid_amg_apply.go.
#ifndef RESIDUAL
#define RESIDUAL(i) LOAD4(residual, i).xyz
#endif
#ifndef TURNED_RESIDUAL
#define TURNED_RESIDUAL(i) LOAD4(amgResidual, i).xyz
#endif
#include "rigid_amg_strip.glsl"
INI1(AmgGatherStart, amgGatherStart)
INI4(AmgGather, amgGather) // strip, vector, twice

vec3 stripTimes(int at, vec3 r) {
    return vec3(dot(LOAD4(amgStrip, at).xyz, r), dot(LOAD4(amgStrip, at + 1).xyz, r),
        dot(LOAD4(amgStrip, at + 2).xyz, r));
}

// Summands of an item to both halves of its row, in order: translation twice, rotation twice.
mat4x3 turnTerms(int k, bool finest) {
    ivec4 m = LOADI4(amgGather, k);
    vec3 r = finest ? RESIDUAL(m.y) : TURNED_RESIDUAL(m.y), s = finest ? RESIDUAL(m.w) : TURNED_RESIDUAL(m.w);
    return mat4x3(stripTimes(6 * m.x, r), stripTimes(6 * m.z, s), stripTimes(6 * m.x + 3, r),
        stripTimes(6 * m.z + 3, s));
}

// n is 2·row for translation, 2·row + 1 for rotation.
vec3 gatheredTurn(int n, bool finest) {
    vec3 r = vec3(0.0);
    int k = LOADI1(amgGatherStart, n >> 1), end = LOADI1(amgGatherStart, (n >> 1) + 1), side = 3 * (n & 1);
    if (finest) {
        if (k < end) do {
            ivec4 m = LOADI4(amgGather, k);
            r += stripTimes(6 * m.x + side, RESIDUAL(m.y));
            r += stripTimes(6 * m.z + side, RESIDUAL(m.w));
        } while (++k < end);
    } else {
        if (k < end) do {
            ivec4 m = LOADI4(amgGather, k);
            r += stripTimes(6 * m.x + side, TURNED_RESIDUAL(m.y));
            r += stripTimes(6 * m.z + side, TURNED_RESIDUAL(m.w));
        } while (++k < end);
    }
    return r;
}
