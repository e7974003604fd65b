// Vertices that have come upon obstacles leave them: changes velocities at the start of the step, from which commit_vertices goes on; twin of cpu/rebound.go, see
// step.Hit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "status_read.glsl"
INI4(Corners, corners)
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
INI1(Held, held)
IN4(VertexRest, vertexRest) // mass [kg]; area for contact [m²]; gap [m]; friction of the fabric
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUT4(Velocity, velocity)
INOUT4(VelocityLo, velocityLo)

struct Hit {
    vec3 normal, disp;
    float force, freed;
};

void feel(int i, vec3 hi, vec3 lo, float k, float delta, bool own, float share, vec3 u, inout Hit q) {
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i, flags = LOADI4(nearHead, at).y, count = (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
        for (int c = 0; c < count; c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), disp = LOAD4(nearPlane, b + 2);
            float d = planeDistance(normal, LOAD4(nearPlane, b + 1), disp, hi, lo);
            if (d >= delta) continue;
            float force = contactForce(k, delta - d, delta), psi = contactPsi(k, delta - d, delta);
            if (LOAD4(nearPlane, b + 5).w > 0.0) {
                float by = d - LOAD4(nearPlane, b + 3).w, v = max(0.0, 1.0 - by / (HARD * delta));
                force += hardForce(k, by, delta);
                psi += HARDENED * k * delta * HARD * delta * v * v * v / 3.0;
            }
            q.freed -= share * (force * dot(normal.xyz, u - disp.xyz) + psi);
            if (own && force > q.force) q = Hit(normal.xyz, disp.xyz, force, q.freed);
        }
    }
}

void main() {
    int i = invocation();
    if (i >= vertexCount || nonFinite != 0 || LOADI1(held, i) != 0) return;
    vec3 u = LOAD4(moved, i).xyz;
    vec4 rest = LOAD4(vertexRest, i);
    Hit q = Hit(vec3(0.0), vec3(0.0), 0.0, 0.0);
    feel(i, LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, contactStiffness * rest.y, thickness + rest.z, true, 1.0, u, q);
    if (q.force == 0.0) return;
    int end = LOADI1(rowStart, ROW_KINDS * i + 1);
    for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end; k++) {
        int t = LOADI1(rowElement, k) >> 2;
        ivec4 v = LOADI4(corners, t);
        vec4 of = LOAD4(triangleRest, 2 * t + 1);
        vec3 hi, lo;
        meanSplit(LOAD4(positionHi, v.x).xyz, LOAD4(positionLo, v.x).xyz, LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz,
                 LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
        feel(vertexCount + t, hi, lo, 0.5 * contactStiffness * of.x, thickness + of.z, false, 1.0 / 3.0, u, q);
    }
    vec3 hi = velocity[i].xyz, lo = velocityLo[i].xyz;
    float wall = dot(q.normal, q.disp) / h, a = wall - dot(q.normal, hi), b = wall - dot(q.normal, u) / h;
    float leaves = min(restitution * a, sqrt(max(0.0, b * b + (a - b) * (a - b) + 2.0 * q.freed / rest.x)));
    addTo(hi, lo, max(0.0, b + leaves) * q.normal);
    velocity[i] = vec4(hi, 0.0);
    velocityLo[i] = vec4(lo, 0.0);
}
