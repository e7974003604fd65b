// Adds what each vertex is in contact with of cloth; twin of cpu's eachContact.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "acting.glsl"
#include "pair_active.glsl"
#include "pair_status_read.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
IN4(AtHi, atHi) // where vertices are
IN4(AtLo, atLo)
INOUTI1(InContact, inContact)
uniform int count;

void main() {
    int i = invocation();
    if (i >= min(count, pairActive)) return;
    ivec4 v = LOADI4(pairVertex, i);
    vec4 w = LOAD4(pairWeight, i);
    vec3 hi = LOAD4(atHi, v.x).xyz, lo = LOAD4(atLo, v.x).xyz, x = vec3(0.0);
    for (int k = 1; k < 4; k++) x += w[k] * difference(LOAD4(atHi, v[k]).xyz, LOAD4(atLo, v[k]).xyz, hi, lo);
    if (dot(LOAD4(pairPlane, 2 * i).xyz, x) >= LOAD4(pairLaw, 2 * i).y) return;
    for (int k = 0; k < 4; k++) atomicOr(inContact[v[k]], BY_CLOTH);
}
