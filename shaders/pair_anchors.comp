// Stores the elastic slip of the pairs with friction at the last contact detection, at the end of the step; twin of
// cpu's commitAnchors. Phase 0: clears the index of the last step; 1: writes that of this step.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "response.glsl"
#include "friction.glsl"
#include "pair_link.glsl"
#include "pair_active.glsl"
#include "status_read.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
IN4(Moved, moved)
OUT4(PairAnchor, pairAnchor)
INOUTI1(PairAnchorFirst, pairAnchorFirst)
uniform int count;
uniform int phase;

void main() {
    int i = invocation();
    if (i >= count || nonFinite != 0) return;
    if (phase == 0) {
        pairAnchorFirst[i] = 0;
        return;
    }
    vec4 law = LOAD4(pairLaw, 2 * i), plane = LOAD4(pairPlane, 2 * i);
    if (i == 0 || LOAD4(pairLaw, 2 * max(i - 1, 0)).z != law.z) pairAnchorFirst[linkOf(law.z)] = i + 1;
    vec3 e = vec3(0.0);
    if (plane.w > 0.0) {
        ivec4 v = LOADI4(pairVertex, i);
        vec4 w = LOAD4(pairWeight, i);
        vec3 u = vec3(0.0), u0 = LOAD4(moved, v.x).xyz;
        for (int k = 1; k < 4; k++) u += w[k] * (LOAD4(moved, v[k]).xyz - u0);
        e = slipHeld(LOAD4(pairPlane, 2 * i + 1), slipOf(plane, vec3(0.0), LOAD4(pairLaw, 2 * i + 1).xyz, u));
    }
    pairAnchor[2 * i] = vec4(law.zw, plane.w > 0.0 ? 1.0 : 0.0, 0.0);
    pairAnchor[2 * i + 1] = vec4(e, 0.0);
}
