// Evaluates all terms on the active pairs at the trial positions; twin of cpu's evaluatePairs.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "response.glsl"
#include "contact.glsl"
#include "friction.glsl"
#include "pair_law.glsl"
#include "self_contact.glsl"
#include "self_friction.glsl"
#include "pair_active.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
INI1(PairCandidate, pairCandidate)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
INOUTI1(PairState, pairState)
OUT4(PairSlot, pairSlot) // gradient with respect to r; H xx yy zz; H yz xz xy; r as fourth components
#include "pair_status_read.glsl"
uniform int count;

void main() {
    int i = invocation();
    if (i >= min(count, pairActive)) return;
    ivec4 v = LOADI4(pairVertex, i);
    vec4 w = LOAD4(pairWeight, i), plane = LOAD4(pairPlane, 2 * i), law = LOAD4(pairLaw, 2 * i);
    vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz, u0 = LOAD4(moved, v.x).xyz;
    vec3 x = vec3(0.0), u = vec3(0.0);
    for (int k = 1; k < 4; k++) {
        x += w[k] * difference(LOAD4(positionHi, v[k]).xyz, LOAD4(positionLo, v[k]).xyz, hi, lo);
        u += w[k] * (LOAD4(moved, v[k]).xyz - u0);
    }
    PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    int at = LOADI1(pairCandidate, i), state = pairState[at];
    if (has(TERM_self_contact)) selfContact(plane, law.y - dot(plane.xyz, x), law.x, law.y, state, r);
    if (has(TERM_self_friction) && plane.w > 0.0)
        selfFriction(plane, LOAD4(pairPlane, 2 * i + 1), LOAD4(pairLaw, 2 * i + 1).xyz, u, r);
    pairState[at] = state;
    pairSlot[PAIR_SLOT * i] = vec4(r.g, x.x);
    pairSlot[PAIR_SLOT * i + 1] = vec4(r.h, x.y);
    pairSlot[PAIR_SLOT * i + 2] = vec4(r.o, x.z);
}
