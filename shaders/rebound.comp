// Impacts of vertices on obstacles. Their velocity changes are applied to the force-free positions, from which
// commit_vertices computes velocities; twin of cpu/rebound.go and step/rebound.go, which has the law.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "split.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction_cone.glsl"
#include "friction.glsl"
#include "status_read.glsl"
#include "rigid_of.glsl"
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
IN4(Velocity, velocity)
INOUT4(CoastHi, coastHi)
INOUT4(CoastLo, coastLo)

struct Impact {
    vec3 normal, disp;     // of the vertex's own plane with the largest force
    float force;           // its normal force [N]
    int obstacle;          // −1: none
    vec3 load, friction;   // over all planes [N]
    float freed;           // λ·(depth in the layer) − ψ, over all planes [J]
};

// Adds the planes of contact point i, displaced by w; the vertex is displaced by u and has a share of them.
void touch(int i, vec3 hi, vec3 lo, vec3 w, float k, float delta, bool own, float share, vec3 u, inout Impact q) {
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i, flags = LOADI4(nearHead, at).y;
        int count = (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
        for (int c = 0; c < count; c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), disp = LOAD4(nearPlane, b + 2), slip = LOAD4(nearPlane, b + 5);
            float d = planeDistance(normal, LOAD4(nearPlane, b + 1), disp, hi, lo);
            if (d >= delta) continue;
            float force = contactForce(k, delta - d, delta), psi = contactPsi(k, delta - d, delta);
            if (slip.w > 0.0) {
                float by = d - LOAD4(nearPlane, b + 3).w, v = max(0.0, 1.0 - by / (HARD * delta));
                force += hardForce(k, by, delta);
                psi += HARDENED * k * delta * HARD * delta * v * v * v / 3.0;
            }
            q.freed -= share * (force * dot(normal.xyz, u - disp.xyz) + psi);
            q.load += share * force * normal.xyz;
            if (normal.w > 0.0) {
                PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
                friction(normal, LOAD4(nearPlane, b + 4), disp.xyz, slip.xyz, w, r);
                q.friction -= share * r.g;
            }
            if (own && force > q.force) {
                q.normal = normal.xyz;
                q.disp = disp.xyz;
                q.force = force;
                q.obstacle = o;
            }
        }
    }
}

// Norm of a force in the plane in which the friction limit is isotropic.
float limitLength(vec4 axis, vec3 t) {
    float along = dot(axis.xyz, t), other = dot(t, t) - along * along;
    return axis.w == 1.0 || other <= 0.0 ? length(t) : sqrt(along * along + other / axis.w);
}

// Slip velocity r after a friction impulse of limit c [m/s].
vec3 slowed(vec4 axis, vec3 r, float c) {
    if (c <= 0.0) return r;
    if (axis.w == 1.0) return max(0.0, 1.0 - c / max(c, length(r))) * r;
    float r1 = dot(axis.xyz, r), w = axis.w;
    vec3 other = r - r1 * axis.xyz;
    float r2 = length(other), y = max(abs(r1) - c, sqrt(w) * r2 - w * c);
    if (y <= 0.0 && r1 * r1 * w + r2 * r2 <= w * c * c) return vec3(0.0);
    y = max(y, 0.0);
    for (int k = 0; k < 8; k++) {
        float p = y + c, q = y + w * c;
        if (q <= 0.0) break;
        float a = r1 / p, b = r2 / q, f = a * a + w * b * b - 1.0, slope = -2.0 * (a * a / p + w * b * b / q);
        if (slope == 0.0 || f <= 0.0) break;
        y -= f / slope;
    }
    float q = y + w * c;
    return r1 * y / (y + c) * axis.xyz + (q > 0.0 ? y / q : 1.0) * other;
}

void main() {
    int i = invocation();
    if (i >= vertexCount || nonFinite != 0 || LOADI1(held, i) != 0 || RIGID(i)) return;
    vec4 coast = coastHi[i];
    if (coast.w < h) return; // BDF2
    vec3 u = LOAD4(moved, i).xyz;
    vec4 rest = LOAD4(vertexRest, i);
    Impact q = Impact(vec3(0.0), vec3(0.0), 0.0, -1, vec3(0.0), vec3(0.0), 0.0);
    float k0 = contactStiffness * rest.y, delta0 = thickness + rest.z;
    touch(i, LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, u, k0, delta0, true, 1.0, u, q);
    if (q.obstacle < 0) return;
    int end = LOADI1(rowStart, ROW_KINDS * i + 1);
    for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end; k++) {
        int t = LOADI1(rowElement, k) >> 2;
        ivec4 v = LOADI4(corners, t);
        vec4 of = LOAD4(triangleRest, 2 * t + 1);
        vec3 hi, lo, w = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
        meanSplit(LOAD4(positionHi, v.x).xyz, LOAD4(positionLo, v.x).xyz,
                 LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz,
                 LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
        touch(vertexCount + t, hi, lo, w, 0.5 * contactStiffness * of.x, thickness + of.z, false, 1.0 / 3.0, u, q);
    }
    vec3 n = q.normal, r = (u - q.disp) / h;
    float load = dot(n, q.load);
    if (load <= 0.0) return;
    float s = dot(n, r), a = dot(n, q.disp) / h - dot(n, LOAD4(velocity, i).xyz), p = h * load / rest.x;
    float to = max(s - p, max(restitution * a, -a));
    if (to > s) {
        if (a <= 0.0) return;
        to = max(s, min(to, sqrt(max(0.0, s * s + (a + s) * (a + s) + 2.0 * q.freed / rest.x))));
    }
    vec3 slip = r - s * n, kick = (to - s) * n;
    float mu = obstacle[q.obstacle].y;
    Friction_cone cone = coneOn(q.obstacle, i, n, 0.5 * load, rest.y, mu >= 0.0 ? mu : rest.w);
    mu = cone.limit / (0.5 * load);
    if (to >= s) {
        kick += slowed(cone.axis, slip, mu * (to - s)) - slip;
    } else {
        vec3 t = h / rest.x * q.friction;
        t -= dot(n, t) * n;
        float l = limitLength(cone.axis, t), limit = mu * (p + to - s);
        if (l > limit) kick -= min(1.0 - limit / l, sqrt(s * s - to * to) / length(t)) * t;
    }
    vec3 hi = coast.xyz, lo = coastLo[i].xyz;
    addTo(hi, lo, -h * kick);
    coastHi[i] = vec4(hi, h);
    coastLo[i] = vec4(lo, 0.0);
}
