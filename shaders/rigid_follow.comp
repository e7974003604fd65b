// Trials of rigid bodies: α Newton steps (t, ω) move vertices along the screw α·(t, ω), not by α times the search
// direction. screw is the displacement over α, less the search direction. Twin of rigidBodies.follow. One group per
// body.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "rigid_body.glsl"
#include "screw.glsl"
IN4(Direction, direction)
OUT4(Screw, screw)
uniform float alpha;

vec3 at(int k) { return LOAD4(direction, points[k]).xyz; }

void main() {
    int body = invocation() / GROUP;
    if (body >= count) return;
    open(body);
    vec3 turn = spinOf(inverseInertia(), at(0), at(1), at(2), at(3)), shift = 0.25 * (at(0) + at(1) + at(2) + at(3));
    vec2 by = screwOf(alpha * alpha * dot(turn, turn));
    for (int i = range.x + int(gl_LocalInvocationID.x); i < range.y; i += GROUP) {
        vec3 wr = cross(turn, offset(i));
        screw[i] = vec4(shift + by.x * wr + alpha * by.y * cross(turn, wr) - LOAD4(direction, i).xyz, 0.0);
    }
}
