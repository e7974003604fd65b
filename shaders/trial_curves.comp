// Change of the potential of curvature elements for the strain changes of the hinges from trial_hinges; see
// trial_triangles.comp. Rounding of angles is included there.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "curve.glsl"
#include "law.glsl"
#include "laws_curve.glsl"
#include "three.glsl"
IN1(HingeTrial, hingeTrial)
IN4(CurveHistory, curveHistory)
IN4(CurveSlot, curveSlot)
INOUTI1(CurveSide, curveSide)
OUT4(Reduction, reduction)
uniform int firstReduction;
uniform int count;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < count; i += invocations()) {
        vec3 d = vec3(0.0);
        ivec4 h0 = curveHinge(i, 0), h1 = curveHinge(i, 1), h2 = curveHinge(i, 2);
        for (int k = 0; k < 4; k++) {
            d += curveWeight(i, k) * LOAD1(hingeTrial, h0[k]);
            d += curveWeight(i, 4 + k) * LOAD1(hingeTrial, h1[k]);
        }
        d += curveWeight(i, 8) * LOAD1(hingeTrial, h2.x);
        int s = CURVE_SLOT * i;
        vec3 e = vec3(LOAD4(curveSlot, s).w, LOAD4(curveSlot, s + 1).w, LOAD4(curveSlot, s + 2).w);
        vec3 past[PAST];
        for (int j = 0; j < PAST; j++) past[j] = LOAD4(curveHistory, PAST * i + j).xyz;
        int sides = curveSide[i];
        vec2 psi = change(threeOf(h2.y, e, past), TERM_bending, d, sides);
        curveSide[i] = sides;
        float area = LOAD4(curveWeights, CURVE_HINGES * i).w;
        sum = addReduction(sum, vec4(area * psi.x, 0.0, area * psi.y, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
