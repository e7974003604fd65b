// Displacements of centroids for penetration projection; their vertices follow in apply_projection.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "near.glsl"
#include "status.glsl"
INI4(Corners, corners)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
OUT4(Push, push)

void main() {
    int t = invocation();
    if (t >= triangleCount) return;
    ivec4 v = LOADI4(corners, t);
    vec3 hi, lo, sum = vec3(0.0);
    meanSplit(LOAD4(positionHi, v.x).xyz, LOAD4(positionLo, v.x).xyz, LOAD4(positionHi, v.y).xyz,
             LOAD4(positionLo, v.y).xyz, LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
    float least = 0.1 * (thickness + fabricOf(v.w).gap);
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + vertexCount + t;
        if ((LOADI4(nearHead, at).y & NEAR_ACTIVE) == 0) continue;
        int b = NEAR_PLANE * 2 * at;
        vec4 normal = LOAD4(nearPlane, b);
        float d = planeDistance(normal, LOAD4(nearPlane, b + 1), LOAD4(nearPlane, b + 2), hi, lo + sum);
        b += NEAR_PLANE;
        if (NEAR_COUNT(LOADI4(nearHead, at).y) == 2 && LOAD4(nearPlane, b + 3).w > 0.0) { // it guards the triangle
            vec4 guard = LOAD4(nearPlane, b);
            float g = planeDistance(guard, LOAD4(nearPlane, b + 1), LOAD4(nearPlane, b + 2), hi, lo + sum) -
                LOAD4(nearPlane, b + 3).w;
            if (g < d) {
                d = g;
                normal = guard;
            }
        }
        if (d < least) {
            atomicAdd(pushed, 1);
            if (d < 0.0) atomicAdd(inside, 1);
            if (d < 0.0 && obstacle[o].w < 0.0) atomicAdd(insideSharp, 1);
            sum += (least - d) * normal.xyz;
        }
    }
    push[t] = vec4(sum, 0.0);
}
