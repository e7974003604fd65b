// Evaluates all terms on hinges at the trial positions; twin of cpu's evaluateHinge.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "fabric.glsl"
#include "hinge.glsl"
#include "bending.glsl"
#include "dahl.glsl"
#include "damping.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(HingeMemory, hingeMemory) // ε_n, σ_n
INOUTI1(HingeSide, hingeSide)
OUT4(HingeSlot, hingeSlot)
uniform int begin;

void main() {
    int i = invocation();
    if (i >= hingeCount) return;
    ivec4 v = LOADI4(hingeVertices, i);
    vec4 rest = LOAD4(hingeRest, 3 * i), law = LOAD4(hingeRest, 3 * i + 1);
    float kd = LOAD4(hingeRest, 3 * i + 2).x;
    vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
    vec3 e = difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo);
    vec3 a = difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
    vec3 b = difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo);
    vec2 memory = LOAD4(hingeMemory, i).xy;
    float theta = unwrap(dihedral(e, a, b), memory.x / rest.x + rest.y);
    float eps = rest.x * (theta - rest.y);

    HingeResponse r = HingeResponse(0.0, 0.0);
    if (has(TERM_bending)) bending(rest.w, law.x, eps, r);
    if (has(TERM_dahl)) {
        float psi, sigma, slope, delta = eps - memory.x;
        int last = begin != 0 ? 0 : hingeSide[i];
        dahl(law.y, law.z, law.w, memory.x, memory.y, delta, changesSide(last, delta), psi, sigma, slope);
        r.sigma += sigma;
        r.k += slope;
        if (begin != 0) hingeSide[i] = nextSide(0, delta);
    }
    if (has(TERM_damping)) damping(kd, eps, memory.x, r);
    vec3 g0, g1, g2, g3;
    dihedralGradient(e, a, b, g0, g1, g2, g3);
    int s = HINGE_SLOT * i;
    hingeSlot[s] = vec4(rest.x * g0, rest.z * r.sigma);
    hingeSlot[s + 1] = vec4(rest.x * g1, rest.z * r.k);
    hingeSlot[s + 2] = vec4(rest.x * g2, eps);
    hingeSlot[s + 3] = vec4(rest.x * g3, 0.0);
}
