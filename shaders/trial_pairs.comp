// Change of the potential of active pairs along α times the search direction, see trial_triangles.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "response.glsl"
#include "contact.glsl"
#include "friction.glsl"
#include "pair_law.glsl"
#include "self_contact.glsl"
#include "self_friction.glsl"
#include "pair_active.glsl"
#include "pair_status_read.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
INI1(PairCandidate, pairCandidate)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
IN4(Direction, direction)
#include "rigid_way.glsl"
INOUTI1(PairState, pairState)
OUT4(Reduction, reduction)
uniform int count;
uniform float alpha;
uniform int firstReduction;

void main() {
    vec4 sum = vec4(0.0);
    // the remaining invocations leave zeros
    int all = min(count, pairActive), each = min((all + GROUP - 1) / GROUP * GROUP, invocations());
    for (int i = invocation() < each ? invocation() : all; i < all; i += each) {
        ivec4 v = LOADI4(pairVertex, i);
        vec4 w = LOAD4(pairWeight, i), plane = LOAD4(pairPlane, 2 * i), law = LOAD4(pairLaw, 2 * i);
        vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
        vec3 u0 = LOAD4(moved, v.x).xyz, q0 = WAY(v.x);
        vec3 x = vec3(0.0), u = vec3(0.0), q = vec3(0.0);
        for (int k = 1; k < 4; k++) {
            x += w[k] * difference(LOAD4(positionHi, v[k]).xyz, LOAD4(positionLo, v[k]).xyz, hi, lo);
            u += w[k] * (LOAD4(moved, v[k]).xyz - u0);
            q += w[k] * (WAY(v[k]) - q0);
        }
        q *= alpha;
        int at = LOADI1(pairCandidate, i), state = pairState[at];
        float change = 0.0, size = 0.0;
        if (has(TERM_self_contact))
            change += selfContactChange(law.x, law.y - dot(plane.xyz, x), -dot(plane.xyz, q), law.y, state);
        size += abs(change);
        if (has(TERM_self_friction) && plane.w > 0.0) {
            float c = selfFrictionChange(plane, LOAD4(pairPlane, 2 * i + 1), LOAD4(pairLaw, 2 * i + 1).xyz, u, q);
            change += c;
            size += abs(c);
        }
        pairState[at] = state;
        sum = addReduction(sum, vec4(change, 0.0, size, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
