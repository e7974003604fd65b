// Largest change of a component of the Green strain of a triangle over the step, at the present positions; twin of
// cpu's MaxStrainChange. With a column w of F and its change d it is ½(|w|² − |w − d|²) = d·(w − d/2), without
// cancellation.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "split.glsl"
#include "strain.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
OUT4(Reduction, reduction)

void main() {
    vec4 most = vec4(0.0);
    for (int t = invocation(); t < triangleCount; t += invocations()) {
        ivec4 v = LOADI4(corners, t);
        vec4 b = LOAD4(triangleRest, 2 * t);
        vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
        vec3 p = difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, h0, l0);
        vec3 q = difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, h0, l0);
        vec3 m0 = LOAD4(moved, v.x).xyz, m1 = LOAD4(moved, v.y).xyz - m0, m2 = LOAD4(moved, v.z).xyz - m0;
        vec3 wu = b.x * p + b.z * q, wv = b.y * p + b.w * q, du = b.x * m1 + b.z * m2, dv = b.y * m1 + b.w * m2;
        vec3 e = abs(vec3(dot(du, wu - 0.5 * du), dot(dv, wv - 0.5 * dv), dot(du, wv) + dot(wu, dv) - dot(du, dv)));
        most.w = max(most.w, max(e.x, max(e.y, e.z)));
    }
    most = partReduction(most);
    if (leaves()) reduction[place()] = most;
}
