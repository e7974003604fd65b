// A rigid body, processed by a group: offsets of vertices from its centre of mass, and its inertia; twin of rigidBody
// in cpu/rigid_reduced.go.
#include "rigid_table.glsl"
#include "split.glsl"
#include "invert.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)

ivec4 range, points;      // see rigidBody
float mass;               // [kg]
vec3 refHi, refLo, middle; // the first mass point; centre of mass relative to it
shared vec3 force, torque;

vec3 fromPoint(int i) { return difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, refHi, refLo); }

// Offset of vertex i from the centre.
vec3 offset(int i) { return fromPoint(i) - middle; }

// Selects a body.
void open(int body) {
    range = LOADI4(rigidBody, 2 * body);
    points = LOADI4(rigidBody, 2 * body + 1);
    mass = LOAD4(rigidTable, RIGID_TABLE * body).x;
    refHi = LOAD4(positionHi, points.x).xyz;
    refLo = LOAD4(positionLo, points.x).xyz;
    middle = 0.25 * (fromPoint(points.y) + fromPoint(points.z) + fromPoint(points.w));
}

// Inverse of the moments of inertia of the mass points.
mat3 inverseInertia() {
    mat3 a = mat3(0.0);
    for (int k = 0; k < 4; k++) {
        vec3 r = offset(points[k]);
        a += 0.25 * mass * (dot(r, r) * mat3(1.0) - outerProduct(r, r));
    }
    return invert(a, vec3(0.0));
}

// Angular velocity of a rigid field with the values u0 to u3 at the mass points.
vec3 spinOf(mat3 inverse, vec3 u0, vec3 u1, vec3 u2, vec3 u3) {
    return inverse * (0.25 * mass * (cross(offset(points.x), u0) + cross(offset(points.y), u1) +
        cross(offset(points.z), u2) + cross(offset(points.w), u3)));
}

// Sums two vectors over the group.
void sumBoth(vec3 f, vec3 t) {
    vec4 a = groupSum(vec4(f, 0.0));
    sync();
    vec4 b = groupSum(vec4(t, 0.0));
    if (gl_LocalInvocationID.x == 0u) {
        force = a.xyz;
        torque = b.xyz;
    }
    sync();
}
