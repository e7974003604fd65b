// Moves the planes of walls that give way; twin of cpu's nearby.giveWay.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "near.glsl"
INI4(NearHead, nearHead)
TEX4(gives)
UPDATE4(NearPlane, nearPlane, nearPlaneOut)
uniform int obstacleIndex;

void main() {
    int i = invocation();
    if (i >= pointCount()) return;
    int at = obstacleIndex * pointCount() + i, flags = LOADI4(nearHead, at).y;
    vec4 way = TEXEL(gives, at);
    if (way.w == 0.0 || (flags & NEAR_ACTIVE) == 0) return;
    for (int c = 0; c < NEAR_COUNT(flags); c++) {
        int b = NEAR_PLANE * (2 * at + c);
        vec4 normal = LOAD4(nearPlane, b), disp = LOAD4(nearPlane, b + 2);
        if (dot(normal.xyz, way.xyz) <= 0.0) continue;
        STORE4(nearPlane, nearPlaneOut, b, vec4(normal.xyz, 0.0));
        STORE4(nearPlane, nearPlaneOut, b + 2, disp + vec4(0.0, 0.0, 0.0, way.w));
    }
}
