// Friction softening of active pairs along the Newton step, see soften_points.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "reduce.glsl"
#include "response.glsl"
#include "friction.glsl"
#include "pair_active.glsl"
#include "pair_status_read.glsl"
IN4(PairPlane, pairPlane)
IN4(PairLaw, pairLaw)
IN4(Moved, moved)
IN4(Direction, direction)
OUT4(Reduction, reduction)
uniform int count;
uniform float gone;
uniform int firstReduction;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); has(TERM_self_friction) && i < min(count, pairActive); i += invocations()) {
        vec4 plane = LOAD4(pairPlane, 2 * i);
        if (plane.w <= 0.0) continue;
        ivec4 v = LOADI4(pairVertex, i);
        vec4 w = LOAD4(pairWeight, i);
        vec3 u0 = LOAD4(moved, v.x).xyz, p0 = LOAD4(direction, v.x).xyz, u = vec3(0.0), p = vec3(0.0);
        for (int k = 1; k < 4; k++) {
            u += w[k] * (LOAD4(moved, v[k]).xyz - u0);
            p += w[k] * (LOAD4(direction, v[k]).xyz - p0);
        }
        vec4 axis = LOAD4(pairPlane, 2 * i + 1);
        vec3 e = LOAD4(pairLaw, 2 * i + 1).xyz;
        sum = addReduction(sum, vec4(frictionSoftening(plane, axis, vec3(0.0), e, u, p, gone), 0.0, 0.0, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
