// Moves the friction history of curves to the accepted strains, which commit_hinges has left in the
// hinges' history; twin of Dahl.Commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "elementary.glsl"
#include "curve.glsl"
#include "curve_law.glsl"
#include "dahl.glsl"
#include "status_read.glsl"
IN4(HingeMemory, hingeMemory)
INOUT4(CurveMemory, curveMemory)
uniform int reset; // 1: no stress, whatever came before
uniform int count;

void main() {
    int i = invocation();
    if (i >= count || nonFinite != 0 || (reset == 0 && !has(TERM_dahl))) return;
    vec3 e = vec3(0.0);
    ivec4 h0 = curveHinge(i, 0), h1 = curveHinge(i, 1), h2 = curveHinge(i, 2);
    for (int k = 0; k < 4; k++) {
        e += curveWeight(i, k) * LOAD4(hingeMemory, h0[k]).x;
        e += curveWeight(i, 4 + k) * LOAD4(hingeMemory, h1[k]).x;
    }
    e += curveWeight(i, 8) * LOAD4(hingeMemory, h2.x).x;
    CurveLaw law = curveLawOf(h2.y);
    float friction = curveFriction(i);
    vec3 epsN = curveMemory[2 * i].xyz, sigmaN = curveMemory[2 * i + 1].xyz;
    for (int k = 0; k < 3; k++) {
        float eps = epsN[k], sigma = sigmaN[k];
        dahlCommit(friction * law.a[k], friction * law.b[k], law.tau[k], e[k], eps, sigma);
        epsN[k] = e[k];
        sigmaN[k] = sigma;
    }
    if (reset != 0) sigmaN = vec3(0.0);
    curveMemory[2 * i] = vec4(epsN, 0.0);
    curveMemory[2 * i + 1] = vec4(sigmaN, 0.0);
}
