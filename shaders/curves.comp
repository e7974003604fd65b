// Evaluates all terms on the curvature of triangles at the bending strains of the hinges; twin of the
// first half of cpu's evaluateCurves.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "curve.glsl"
#include "curve_law.glsl"
#include "bending.glsl"
#include "dahl.glsl"
#include "damping.glsl"
#include "hinge.glsl"
IN4(HingeSlot, hingeSlot)
IN4(CurveMemory, curveMemory) // ε_n; σ_n
INOUTI1(CurveSide, curveSide)
OUT4(CurveSlot, curveSlot)
uniform int begin; // 1: the first evaluation of a step
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
    CurveLaw law = curveLawOf(h2.y);
    float friction = curveFriction(i);
    vec3 epsN = LOAD4(curveMemory, 2 * i).xyz, sigmaN = LOAD4(curveMemory, 2 * i + 1).xyz;
    MembraneResponse r = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    if (has(TERM_bending)) bending(law.k1, law.k2, law.d12, e, r);
    if (has(TERM_dahl)) {
        int sides = begin != 0 ? 0 : curveSide[i], next = 0;
        for (int k = 0; k < 3; k++) {
            float psi, sigma, slope, delta = e[k] - epsN[k];
            int last = begin != 0 ? 0 : sideOf(sides, k);
            dahl(friction * law.a[k], friction * law.b[k], law.tau[k], epsN[k], sigmaN[k], delta, changesSide(last, delta), psi, sigma, slope);
            r.s[k] += sigma;
            r.c[k] += slope;
            next |= packSide(nextSide(last, delta), k);
        }
        if (begin != 0) curveSide[i] = next;
    }
    if (has(TERM_damping)) damping(law.damping, e, epsN, r);
    float area = LOAD4(curveWeights, CURVE_HINGES * i).w;
    int s = CURVE_SLOT * i;
    curveSlot[s] = vec4(area * r.s, e.x);
    curveSlot[s + 1] = vec4(area * r.c, e.y);
    curveSlot[s + 2] = vec4(area * r.d, e.z);
}
