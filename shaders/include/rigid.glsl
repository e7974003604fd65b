// A connected component of pieces of cloth as a rigid body, processed by a group; twin of cpu/rigid. One group per
// piece; that of a component's root moves the component.
#include "component_members.glsl"
#include "rigid_sums.glsl"
#include "screw.glsl"
INI4(Corners, corners)
IN4(VertexRest, vertexRest)
IN4(TriangleSlot, triangleSlot)
INI1(Held, held)
INI4(NearHead, nearHead)
INI1(Touched, touched)
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)
INOUT4(Moved, moved)

shared vec3 refHi, refLo; // reference point of the body
shared int bound;         // flags, see weigh

#define HOLDS 1   // pins or grabs
#define TOUCHES 2 // obstacle contact

bool touches(int point) {
    for (int o = 0; o < obstacleCount; o++) {
        // independent loads
        int at = o * pointCount() + point, flags = LOADI4(nearHead, at).y, planes = LOADI1(touched, at);
        if ((flags & NEAR_ACTIVE) != 0 && (planes & ((1 << NEAR_COUNT(flags)) - 1)) != 0) return true;
    }
    return false;
}

vec3 place(int i) { return difference(positionHi[i].xyz, positionLo[i].xyz, refHi, refLo); }

// Computes the centre of mass of the body and, if asked, its constraints.
void massProperties(int root, bool asked) {
    int id = int(gl_LocalInvocationID.x), found = 0;
    if (id == 0) {
        int i = rangeOf(root).x;
        refHi = positionHi[i].xyz;
        refLo = positionLo[i].xyz;
        bound = 0;
    }
    sync();
    vec4 mass = vec4(0.0);
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            mass += LOAD4(vertexRest, i).x * vec4(place(i), 1.0);
            if (!asked) continue;
            if (LOADI1(held, i) != 0 || grabbed(i)) found |= HOLDS;
            if (touches(i)) found |= TOUCHES;
        }
    }
    if (found != 0) atomicOr(bound, found);
    mass = groupSum(mass);
    if (id == 0) centre = mass.xyz / mass.w;
    if (asked && obstacleCount > 0 && (bound & TOUCHES) == 0) { // most contacts are at vertices
        found = 0;
        EACH_MEMBER(p) {
            ivec4 range = rangeOf(p);
            for (int t = range.z + id; t < range.w; t += GROUP)
                if (touches(vertexCount + t)) found = TOUCHES;
        }
        if (found != 0) atomicOr(bound, found);
    }
    sync();
}

// Adds the forces on the centroids of a piece.
void addCentroidForces(ivec4 range) {
    for (int t = range.z + int(gl_LocalInvocationID.x); t < range.w; t += GROUP) {
        ivec4 v = LOADI4(corners, t);
        int s = TRIANGLE_SLOT * t;
        addForce((place(v.x) + place(v.y) + place(v.z)) / 3.0 - centre,
            LOAD4(triangleSlot, s + 7).xyz, LOAD4(triangleSlot, s + 5).xyz, LOAD4(triangleSlot, s + 6).xyz, 0);
    }
}

// Displacement by the rigid motion of a point y relative to the centre.
vec3 rigid(vec3 y) {
    vec2 by = screwOf(dot(turn, turn));
    vec3 wy = cross(turn, y);
    return shift + by.x * wy + by.y * cross(turn, wy);
}

// Moves vertex i.
void moveVertex(int i, vec3 by) {
    vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
    addTo(hi, lo, by);
    positionHi[i] = vec4(hi, 0.0);
    positionLo[i] = vec4(lo, 0.0);
    moved[i] = vec4(moved[i].xyz + by, 0.0);
}
