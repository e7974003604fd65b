// Stores the walls in contact with each contact point, and their elastic slip at the end of the step; twin of cpu's
// commitTouches.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "response.glsl"
#include "near.glsl"
#include "friction.glsl"
#include "status_read.glsl"
INI4(Corners, corners)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
IN4(Moved, moved)
OUT4(NearHistory, nearHistory)

void main() {
    int at = invocation(); // all contact points of each obstacle
    if (at >= obstacleCount * pointCount() || nonFinite != 0) return;
    int i = at % pointCount();
    vec3 u;
    if (i < vertexCount) {
        u = LOAD4(moved, i).xyz;
    } else {
        ivec4 v = LOADI4(corners, i - vertexCount);
        u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
    }
    int flags = LOADI4(nearHead, at).y, count = (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
    for (int c = 0; c < 2; c++) {
        int to = NEAR_KEPT * (2 * at + c), b = NEAR_PLANE * (2 * at + c);
        vec4 normal = LOAD4(nearPlane, b);
        if (c >= count || count == 1 && normal.w == 0.0) {
            nearHistory[to] = vec4(0.0);
            continue;
        }
        vec3 e = vec3(0.0);
        if (normal.w > 0.0)
            e = slipHeld(LOAD4(nearPlane, b + 4), slipOf(normal, LOAD4(nearPlane, b + 2).xyz,
                LOAD4(nearPlane, b + 5).xyz, u));
        nearHistory[to] = vec4(normal.xyz, LOAD4(nearPlane, b + 1).w + 2.0);
        nearHistory[to + 1] = vec4(e, 0.0);
        nearHistory[to + 2] = LOAD4(nearPlane, b + 3);
    }
}
