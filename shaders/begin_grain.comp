// Directions of warp and weft at the contact points, at the start of the step; twin of cpu's beginGrain. Phase 0:
// triangles; 1: vertices, by the area-weighted mean over their triangles.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "split.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
INOUT4(Grain, grain) // see include/friction_cone.glsl
uniform int phase;

void main() {
    int i = invocation();
    if (phase == 0) {
        if (i >= triangleCount) return;
        ivec4 v = LOADI4(corners, i);
        vec4 b = LOAD4(triangleRest, 2 * i);
        vec3 hi = LOAD4(startHi, v.x).xyz, lo = LOAD4(startLo, v.x).xyz;
        vec3 p = difference(LOAD4(startHi, v.y).xyz, LOAD4(startLo, v.y).xyz, hi, lo);
        vec3 q = difference(LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo);
        grain[2 * (vertexCount + i)] = vec4(b.x * p + b.z * q, float(v.w));
        grain[2 * (vertexCount + i) + 1] = vec4(b.y * p + b.w * q, 0.0);
        return;
    }
    if (i >= vertexCount) return;
    vec4 warp = vec4(0.0), weft = vec4(0.0);
    float part = 0.0, area = 0.0;
    int end = LOADI1(rowStart, ROW_KINDS * i + 1);
    for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end; k++) {
        int t = LOADI1(rowElement, k) >> 2;
        float a = LOAD4(triangleRest, 2 * t + 1).x;
        warp += a * grain[2 * (vertexCount + t)];
        weft += a * grain[2 * (vertexCount + t) + 1];
        part = grain[2 * (vertexCount + t)].w;
        area += a;
    }
    grain[2 * i] = vec4(warp.xyz / area, part);
    grain[2 * i + 1] = vec4(weft.xyz / area, 0.0);
}
