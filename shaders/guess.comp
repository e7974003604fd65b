// Lets an obstacle carry the first guess along: no vertex starts nearer to it than before, or than its thickness. Twin
// of obstacle.guess.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "near.glsl"
#include "body.glsl"
#include "rigid_of.glsl"
IN4(VertexRest, vertexRest)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INI1(Held, held)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)
INOUT4(Moved, moved)
uniform int obstacleIndex;

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    int at = obstacleIndex * pointCount() + i, flags = LOADI4(nearHead, at).y;
    if ((flags & NEAR_ACTIVE) == 0 || LOADI1(held, i) != 0 || MASS_POINT(i)) return;
    vec3 hi0 = LOAD4(startHi, i).xyz, lo0 = LOAD4(startLo, i).xyz, u = moved[i].xyz;
    vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
    float delta = thickness + LOAD4(vertexRest, i).z;
    for (int c = 0; c < NEAR_COUNT(flags); c++) {
        int b = NEAR_PLANE * (2 * at + c);
        vec4 normal = LOAD4(nearPlane, b), reference = LOAD4(nearPlane, b + 1);
        float d = planeDistance(normal, reference, LOAD4(nearPlane, b + 2), hi0, lo0);
        vec3 carried = vec3(0.0);
        if (obstacle[obstacleIndex].z > 0.0) carried = bodyDisplacement(int(reference.w), LOAD4(nearPlane, b + 3).xyz);
        float gap = d + dot(normal.xyz, u - carried), want = min(d, delta);
        if (gap < want) {
            vec3 push = (want - gap) * normal.xyz;
            addTo(hi, lo, push);
            u = difference(hi, lo, hi0, lo0);
        }
    }
    positionHi[i] = vec4(hi, 0.0);
    positionLo[i] = vec4(lo, 0.0);
    moved[i] = vec4(u, 0.0);
}
