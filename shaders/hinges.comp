// Evaluates all terms on hinges at the trial positions; twin of cpu's hingeCode.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "hinge.glsl"
#include "law.glsl"
#include "laws_hinge.glsl"
#include "one.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(HingeHistory, hingeHistory)
INOUTI1(HingeSide, hingeSide)
OUT4(HingeSlot, hingeSlot)
uniform int begin;
PAST_OF(hingeHistory, HINGE_PAST)

void main() {
    int i = invocation();
    if (i >= hingeCount) return;
    ivec4 v = LOADI4(hingeVertices, i);
    vec4 rest = LOAD4(hingeRest, i);
    vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
    vec3 e = difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo);
    vec3 a = difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
    vec3 b = difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo);
    float past[PAST] = pastOf(i);
    float theta = unwrap(dihedral(e, a, b), past[0] / rest.x + rest.y);
    float eps = rest.x * (theta - rest.y);

    int side = begin != 0 ? 0 : hingeSide[i];
    Response r = respond(oneOf(int(rest.w), eps, past), TERM_bending, side);
    if (begin != 0) hingeSide[i] = side;
    vec3 g0, g1, g2, g3;
    dihedralGradient(e, a, b, g0, g1, g2, g3);
    int s = HINGE_SLOT * i;
    hingeSlot[s] = vec4(rest.x * g0, rest.z * r.sigma);
    hingeSlot[s + 1] = vec4(rest.x * g1, rest.z * r.slope);
    hingeSlot[s + 2] = vec4(rest.x * g2, eps);
    hingeSlot[s + 3] = vec4(rest.x * g3, 0.0);
}
