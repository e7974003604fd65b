// Penetration projection of vertices: those nearer to an obstacle than a tenth of the thickness are moved back to that
// distance; twin of the first half of cpu's pushOut.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "near.glsl"
#include "status.glsl"
#include "rigid_of.glsl"
IN4(VertexRest, vertexRest)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INI1(Held, held)
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)

void main() {
    int i = invocation();
    if (i >= vertexCount || MASS_POINT(i)) return;
    vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
    float least = 0.1 * (thickness + LOAD4(vertexRest, i).z);
    bool any = false;
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i;
        if ((LOADI4(nearHead, at).y & NEAR_ACTIVE) == 0) continue;
        int b = NEAR_PLANE * 2 * at;
        vec4 normal = LOAD4(nearPlane, b);
        float d = planeDistance(normal, LOAD4(nearPlane, b + 1), LOAD4(nearPlane, b + 2), hi, lo);
        if (d < least) {
            any = true;
            atomicAdd(pushed, 1);
            if (d < 0.0) atomicAdd(inside, 1);
            if (d < 0.0 && obstacle[o].w < 0.0) atomicAdd(insideSharp, 1);
            addTo(hi, lo, (least - d) * normal.xyz);
        }
    }
    if (any && LOADI1(held, i) == 0) {
        positionHi[i] = vec4(hi, 0.0);
        positionLo[i] = vec4(lo, 0.0);
    }
}
