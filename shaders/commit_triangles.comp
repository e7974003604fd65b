// Moves the friction history of triangles to the accepted positions; twin of Dahl.Commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "elementary.glsl"
#include "fabric.glsl"
#include "strain.glsl"
#include "dahl.glsl"
#include "status_read.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4(TriangleMemory, triangleMemory)
uniform int reset; // 1: no stress, whatever came before

void main() {
    int t = invocation();
    if (t >= triangleCount || nonFinite != 0 || (reset == 0 && !has(TERM_dahl))) return;
    ivec4 v = LOADI4(corners, t);
    Fabric f = fabricOf(v.w);
    float friction = LOAD4(triangleRest, 2 * t + 1).y;
    vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
    vec3 ph, pl, qh, ql, wu, wul, wv, wvl;
    differencePair(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, h0, l0, ph, pl);
    differencePair(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, h0, l0, qh, ql);
    deformation(LOAD4(triangleRest, 2 * t), ph, pl, qh, ql, wu, wul, wv, wvl);
    vec3 e = greenStrain(wu, wul, wv, wvl);
    vec3 epsN = triangleMemory[2 * t].xyz, sigmaN = triangleMemory[2 * t + 1].xyz;
    for (int k = 0; k < 3; k++) {
        float eps = epsN[k], sigma = sigmaN[k];
        dahlCommit(friction * f.a[k], friction * f.b[k], f.tau[k], e[k], eps, sigma);
        epsN[k] = eps;
        sigmaN[k] = sigma;
    }
    if (reset != 0) sigmaN = vec3(0.0);
    triangleMemory[2 * t] = vec4(epsN, 0.0);
    triangleMemory[2 * t + 1] = vec4(sigmaN, 0.0);
}
