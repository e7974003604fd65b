// Moves the gradients of the vertices of each rigid body to its mass points: the forces with the same sum and torque
// that accelerate them as the body. Twin of rigidBodies.foldGradient. One group per body.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "rigid_body.glsl"
INOUT4(Gradient, gradient)
OUT4(RigidTurn, rigidTurn) // per body: Σ ½(r gᵀ + g rᵀ) − (r·g)·I: xx, yy, zz; yz, zx, xy [N·m]

void main() {
    int id = int(gl_LocalInvocationID.x), body = invocation() / GROUP;
    if (body >= count) return;
    open(body);
    vec3 f = vec3(0.0), t = vec3(0.0), h = vec3(0.0), o = vec3(0.0);
    for (int i = range.x + id; i < range.y; i += GROUP) {
        vec3 r = offset(i), g = gradient[i].xyz;
        f += g;
        t += cross(r, g);
        h += r * g - dot(r, g);
        o += 0.5 * (r.yzx * g.zxy + r.zxy * g.yzx);
        if (!isPoint(points, i)) gradient[i] = vec4(0.0);
    }
    sumBoth(h, o);
    if (id == 0) {
        rigidTurn[2 * body] = vec4(force, 0.0);
        rigidTurn[2 * body + 1] = vec4(torque, 0.0);
    }
    sync();
    sumBoth(f, t);
    if (id < 4) {
        vec3 angular = inverseInertia() * torque;
        gradient[points[id]] = vec4(0.25 * (force + mass * cross(angular, offset(points[id]))), 0.0);
    }
}
