// Advances the internal variables of triangles to the accepted positions; twin of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "response.glsl"
#include "law.glsl"
#include "laws_triangle.glsl"
#include "three.glsl"
#include "status_read.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4(TriangleHistory, triangleHistory)
uniform int reset; // 1: reset all but the strains

void main() {
    int t = invocation();
    if (t >= triangleCount || nonFinite != 0) return;
    ivec4 v = LOADI4(corners, t);
    vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
    vec3 ph, pl, qh, ql, wu, wul, wv, wvl;
    differenceSplit(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, h0, l0, ph, pl);
    differenceSplit(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, h0, l0, qh, ql);
    deformation(LOAD4(triangleRest, 2 * t), ph, pl, qh, ql, wu, wul, wv, wvl);
    vec3 e = greenStrain(wu, wul, wv, wvl);
    vec3 past[PAST];
    for (int j = 0; j < PAST; j++) past[j] = triangleHistory[PAST * t + j].xyz;
    commit(threeOf(int(LOAD4(triangleRest, 2 * t + 1).y), e, past), reset != 0, past);
    for (int j = 0; j < PAST; j++) triangleHistory[PAST * t + j] = vec4(past[j], 0.0);
}
