// Change of the potential of curves at the change of the hinges' strains that trial_hinges measured;
// see trial_triangles.comp. The rounding of the angles is counted there.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "curve.glsl"
#include "curve_law.glsl"
#include "bending.glsl"
#include "dahl.glsl"
#include "damping.glsl"
IN1(HingeTrial, hingeTrial)
IN4(CurveMemory, curveMemory)
IN4(CurveSlot, curveSlot)
INOUTI1(CurveSide, curveSide)
OUT4(Tally, tally)
uniform int firstTally;
uniform int count;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < count; i += stride()) {
        vec3 d = vec3(0.0);
        ivec4 h0 = curveHinge(i, 0), h1 = curveHinge(i, 1), h2 = curveHinge(i, 2);
        for (int k = 0; k < 4; k++) {
            d += curveWeight(i, k) * LOAD1(hingeTrial, h0[k]);
            d += curveWeight(i, 4 + k) * LOAD1(hingeTrial, h1[k]);
        }
        d += curveWeight(i, 8) * LOAD1(hingeTrial, h2.x);
        CurveLaw law = curveLawOf(h2.y);
        float friction = curveFriction(i);
        int s = CURVE_SLOT * i;
        vec3 e = vec3(LOAD4(curveSlot, s).w, LOAD4(curveSlot, s + 1).w, LOAD4(curveSlot, s + 2).w);
        vec3 epsN = LOAD4(curveMemory, 2 * i).xyz, sigmaN = LOAD4(curveMemory, 2 * i + 1).xyz;
        float change = 0.0, size = 0.0;
        if (has(TERM_bending)) change += bendingChange(law.k1, law.k2, law.d12, e, d);
        size += abs(change);
        if (has(TERM_dahl)) {
            int sides = curveSide[i], next = 0;
            for (int k = 0; k < 3; k++) {
                float c = dahlChange(friction * law.a[k], friction * law.b[k], law.tau[k], epsN[k], sigmaN[k], e[k], d[k]);
                change += c;
                size += abs(c);
                next |= packSide(nextSide(sideOf(sides, k), (e[k] + d[k]) - epsN[k]), k);
            }
            curveSide[i] = next;
        }
        if (has(TERM_damping)) {
            float c = dampingChange(law.damping, e, epsN, d);
            change += c;
            size += abs(c);
        }
        float area = LOAD4(curveWeights, CURVE_HINGES * i).w;
        sum = addTally(sum, vec4(area * change, 0.0, area * size, 0.0));
    }
    sum = partTally(sum);
    if (leaves()) tally[firstTally + place()] = sum;
}
