// Friction softening of contact points along the Newton step, see step.Operations.Slope; twin of cpu's softening.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "reduce.glsl"
#include "response.glsl"
#include "near.glsl"
#include "friction.glsl"
INI4(Corners, corners)
IN4(Moved, moved)
IN4(Direction, direction)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
OUT4(Reduction, reduction)
uniform float gone; // Newton steps since the matrix was assembled
uniform int firstReduction;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); has(TERM_friction) && i < pointCount(); i += invocations()) {
        vec3 u, p;
        if (i < vertexCount) {
            u = LOAD4(moved, i).xyz;
            p = LOAD4(direction, i).xyz;
        } else {
            ivec4 v = LOADI4(corners, i - vertexCount);
            u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
            p = (LOAD4(direction, v.x).xyz + LOAD4(direction, v.y).xyz + LOAD4(direction, v.z).xyz) / 3.0;
        }
        for (int o = 0; o < obstacleCount; o++) {
            int at = o * pointCount() + i, flags = LOADI4(nearHead, at).y;
            if ((flags & NEAR_ACTIVE) == 0) continue;
            for (int c = 0; c < NEAR_COUNT(flags); c++) {
                int b = NEAR_PLANE * (2 * at + c);
                vec4 normal = LOAD4(nearPlane, b);
                if (normal.w <= 0.0) continue;
                vec4 axis = LOAD4(nearPlane, b + 4);
                vec3 disp = LOAD4(nearPlane, b + 2).xyz, e = LOAD4(nearPlane, b + 5).xyz;
                sum = addReduction(sum, vec4(frictionSoftening(normal, axis, disp, e, u, p, gone), 0.0, 0.0, 0.0));
            }
        }
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
