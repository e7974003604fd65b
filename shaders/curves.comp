// Evaluates all terms on the curvature of triangles at the bending strains of the hinges; twin of the first half of
// cpu's curveCode.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "curve.glsl"
#include "law.glsl"
#include "laws_curve.glsl"
#include "three.glsl"
#include "hinge.glsl"
IN4(HingeSlot, hingeSlot)
IN4(CurveHistory, curveHistory)
INOUTI1(CurveSide, curveSide)
OUT4(CurveSlot, curveSlot)
uniform int begin; // 1: first evaluation of the step
uniform int count;

void main() {
    int i = invocation();
    if (i >= count) return;
    vec3 e = vec3(0.0);
    ivec4 h0 = curveHinge(i, 0), h1 = curveHinge(i, 1), h2 = curveHinge(i, 2);
    for (int k = 0; k < 4; k++) {
        e += curveWeight(i, k) * LOAD4(hingeSlot, HINGE_SLOT * h0[k] + 2).w;
        e += curveWeight(i, 4 + k) * LOAD4(hingeSlot, HINGE_SLOT * h1[k] + 2).w;
    }
    e += curveWeight(i, 8) * LOAD4(hingeSlot, HINGE_SLOT * h2.x + 2).w;
    vec3 past[PAST];
    for (int j = 0; j < PAST; j++) past[j] = LOAD4(curveHistory, PAST * i + j).xyz;
    int sides = begin != 0 ? NO_SIDES : curveSide[i];
    MembraneResponse r = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    respond(threeOf(h2.y, e, past), TERM_bending, sides, r);
    if (begin != 0) curveSide[i] = sides;
    float area = LOAD4(curveWeights, CURVE_HINGES * i).w;
    int s = CURVE_SLOT * i;
    curveSlot[s] = vec4(area * r.s, e.x);
    curveSlot[s + 1] = vec4(area * r.c, e.y);
    curveSlot[s + 2] = vec4(area * r.d, e.z);
}
