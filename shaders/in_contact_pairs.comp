// Adds new contacts of cloth with cloth; twin of cpu's eachBegun.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "acting.glsl"
#include "pair_active.glsl"
#include "pair_status_read.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
IN4(AtHi, atHi) // vertex positions
IN4(AtLo, atLo)
IN1(PairDistance, pairDistance) // at the start of the step [m]
INI1(PairCandidate, pairCandidate)
INOUTI1(InContact, inContact)
uniform int count;

void main() {
    int i = invocation();
    if (i >= min(count, pairActive)) return;
    float delta = LOAD4(pairLaw, 2 * i).y;
    if (LOAD1(pairDistance, LOADI1(pairCandidate, i)) < delta) return;
    ivec4 v = LOADI4(pairVertex, i);
    vec4 w = LOAD4(pairWeight, i);
    vec3 hi = LOAD4(atHi, v.x).xyz, lo = LOAD4(atLo, v.x).xyz, x = vec3(0.0);
    for (int k = 1; k < 4; k++) x += w[k] * difference(LOAD4(atHi, v[k]).xyz, LOAD4(atLo, v[k]).xyz, hi, lo);
    if (dot(LOAD4(pairPlane, 2 * i).xyz, x) >= delta) return;
    for (int k = 0; k < 4; k++) atomicOr(inContact[v[k]], BEGINS);
}
