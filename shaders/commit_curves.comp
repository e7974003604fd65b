// Advances the internal variables of curvature elements to the accepted strains, which commit_hinges has stored; twin
// of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "elementary.glsl"
#include "curve.glsl"
#include "response.glsl"
#include "law.glsl"
#include "laws_curve.glsl"
#include "three.glsl"
#include "status_read.glsl"
IN4(HingeHistory, hingeHistory)
INOUT4(CurveHistory, curveHistory)
uniform int reset; // 1: reset all but the strains
uniform int count;

void main() {
    int i = invocation();
    if (i >= count || nonFinite != 0) return;
    vec3 e = vec3(0.0);
    ivec4 h0 = curveHinge(i, 0), h1 = curveHinge(i, 1), h2 = curveHinge(i, 2);
    for (int k = 0; k < 4; k++) {
        e += curveWeight(i, k) * LOAD4(hingeHistory, HINGE_PAST * h0[k]).x;
        e += curveWeight(i, 4 + k) * LOAD4(hingeHistory, HINGE_PAST * h1[k]).x;
    }
    e += curveWeight(i, 8) * LOAD4(hingeHistory, HINGE_PAST * h2.x).x;
    vec3 past[PAST];
    for (int j = 0; j < PAST; j++) past[j] = curveHistory[PAST * i + j].xyz;
    commit(threeOf(h2.y, e, past), reset != 0, past);
    for (int j = 0; j < PAST; j++) curveHistory[PAST * i + j] = vec4(past[j], 0.0);
}
