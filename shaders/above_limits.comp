// Counts the triangles above a hard limit of strain at the present positions; twin of cloth.Model.AboveLimit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_triangle.glsl"
#include "three.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(TriangleHistory, triangleHistory)
OUT4(Reduction, reduction)

void main() {
    vec4 sum = vec4(0.0);
    for (int t = invocation(); t < triangleCount; t += invocations()) {
        ivec4 v = LOADI4(corners, t);
        vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
        vec3 ph, pl, qh, ql, wu, wul, wv, wvl;
        differenceSplit(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, h0, l0, ph, pl);
        differenceSplit(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, h0, l0, qh, ql);
        deformation(LOAD4(triangleRest, 2 * t), ph, pl, qh, ql, wu, wul, wv, wvl);
        vec3 e = greenStrain(wu, wul, wv, wvl);
        vec3 past[PAST];
        for (int j = 0; j < PAST; j++) past[j] = LOAD4(triangleHistory, PAST * t + j).xyz;
        Three of = threeOf(int(LOAD4(triangleRest, 2 * t + 1).y), e, past);
        Barrier bounds[3];
        barriersAt(of.at, bounds);
        if (aboveLimit(bounds, limitedNumbers(of, bounds, e))) sum = addReduction(sum, vec4(1.0, 0.0, 0.0, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[place()] = sum;
}
