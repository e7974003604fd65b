// Drift: rigid-body displacement by the residual of the free parts of each component with slipping contacts; twin of
// cpu's Drift. One group per piece; that of a component's root processes the component.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "response.glsl"
#include "vertex_terms.glsl"
#include "near.glsl"
#include "friction.glsl"
#include "status.glsl"
#include "pair_status_read.glsl"
#include "component_members.glsl"
#include "rigid_sums.glsl"
#include "positive.glsl"
INI4(Corners, corners)
INI4(NearHead, nearHead)
INI1(Held, held)
INI1(PlaneStart, planeStart)
IN4(Matrix, matrix) // see gpu/layout/matrix.go
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
TEX4(vertexRest)
TEX4(positionHi)
TEX4(positionLo)
TEX4(gradient)
TEX4(vertexSlot)
TEX4(triangleSlot)
TEX4(moved)
TEX4(nearPlane)
TEXI1(vertexComponent)
TEX4(pairPlane)
TEX4(pairLaw)
layout(std430) coherent restrict buffer Slide { int slide[]; }; // per vertex

#define SLIPS 1  // a contact is beyond its elastic slip
#define STICKS 2 // a contact is within its elastic slip, or there is a pin or grab
#define LEAST_SHARE 1e-3 // smallest weight of a moving point; less of a pair is rounding of its weights

shared vec3 refHi, refLo; // reference point of the body
shared int found;         // flags of the component
shared float mass;        // of the free vertices [kg]
shared int still;         // 1: the residual does not move it

vec3 at(int i) { return difference(TEXEL(positionHi, i).xyz, TEXEL(positionLo, i).xyz, refHi, refLo) - centre; }

bool isFree(int i) { return (slide[i] & STICKS) == 0; }

// Stiffness of the elements between vertex i and held vertices. Contact has positive off-diagonal blocks, which do not
// count.
PointResponse joins(int i) {
    PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    int slice = i / SLICE_ROWS, n = SLICE_ROWS * LOADI1(planeStart, slice) + (i & (SLICE_ROWS - 1)),
        end = SLICE_ROWS * LOADI1(planeStart, slice + 1);
    bool any = false;
    for (n += 3 * SLICE_ROWS; n < end; n += 5 * SLICE_ROWS) {
        vec4 last = LOAD4(matrix, n + 2 * SLICE_ROWS);
        for (int k = 0; k < 2; k++) {
            if (isFree(int(last[2 * k + 1]))) continue;
            vec4 a = LOAD4(matrix, n + 3 * k * SLICE_ROWS), b = LOAD4(matrix, n + (3 * k + 1) * SLICE_ROWS);
            r.h -= vec3(a.x, b.x, last[2 * k]);
            r.o -= 0.5 * vec3(b.y + b.w, a.z + b.z, a.y + a.w);
            any = true;
        }
    }
    if (any) projectPositive(r);
    return r;
}

// State of friction at a contact. Replaces r by the second derivative of friction, which is zero along a slip, instead
// of the stiffness that bounds its potential.
int slideAt(vec4 plane, vec4 axis, vec3 disp, vec3 e, vec3 u, inout PointResponse r) {
    float y;
    vec3 s = across(axis, slipOf(plane, disp, e, u), y);
    if (y <= frictionSlip) return STICKS;
    addOuter(r, -plane.w / y, s / y);
    return SLIPS;
}

// States of the contacts with obstacles of a point displaced by u.
int slideOf(int point, vec3 u, inout PointResponse r) {
    int bits = 0;
    for (int o = 0; has(TERM_friction) && o < obstacleCount; o++) {
        int at = o * pointCount() + point, flags = LOADI4(nearHead, at).y;
        if ((flags & NEAR_ACTIVE) == 0) continue;
        for (int c = 0; c < NEAR_COUNT(flags); c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = TEXEL(nearPlane, b);
            if (normal.w <= 0.0) continue;
            vec3 disp = TEXEL(nearPlane, b + 2).xyz, e = TEXEL(nearPlane, b + 5).xyz;
            bits |= slideAt(normal, TEXEL(nearPlane, b + 4), disp, e, u, r);
        }
    }
    return bits;
}

int slideOfVertex(int i, inout PointResponse r) { return slideOf(i, TEXEL(moved, i).xyz, r); }

int slideOfTriangle(int t, ivec4 v, inout PointResponse r) {
    return slideOf(vertexCount + t,
        (TEXEL(moved, v.x).xyz + TEXEL(moved, v.y).xyz + TEXEL(moved, v.z).xyz) / 3.0, r);
}

int slideOfPair(int p, ivec4 v, vec4 w, inout PointResponse r) {
    vec4 plane = TEXEL(pairPlane, 2 * p);
    if (plane.w <= 0.0) return 0;
    vec3 u0 = TEXEL(moved, v.x).xyz, u = vec3(0.0);
    for (int k = 1; k < 4; k++) u += w[k] * (TEXEL(moved, v[k]).xyz - u0);
    return slideAt(plane, TEXEL(pairPlane, 2 * p + 1), vec3(0.0), TEXEL(pairLaw, 2 * p + 1).xyz, u, r);
}

bool inComponent(int root, int vertex) { return component(TEXEL(vertexComponent, vertex).r).x == root; }

void mark(int v, int bits) { atomicOr(slide[v], bits); }

void await() {
    memoryBarrierBuffer();
    sync();
}

#include "rigid_slide.glsl"

// Marks slipping and sticking vertices of a component.
void markSlides(int root) {
    int id = int(gl_LocalInvocationID.x);
    PointResponse unused = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    if (id == 0) found = 0;
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        bool rigid = isRigid(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            // Soft pins of a rigid body are part of its stiffness.
            bool holds = LOADI1(held, i) != 0 || grabbed(i) && !rigid;
            slide[i] = slideOfVertex(i, unused) | (holds ? STICKS : 0);
        }
    }
    await();
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int t = range.z + id; t < range.w; t += GROUP) {
            ivec4 v = LOADI4(corners, t);
            int bits = slideOfTriangle(t, v, unused);
            if (bits == 0) continue;
            for (int k = 0; k < 3; k++) mark(v[k], bits);
        }
    }
    for (int p = id; has(TERM_self_friction) && p < min(pairs, pairActive); p += GROUP) {
        ivec4 v = LOADI4(pairVertex, p);
        if (!inComponent(root, v.x)) continue;
        int bits = slideOfPair(p, v, LOAD4(pairWeight, p), unused);
        for (int k = 0; k < 4; k++) mark(v[k], bits);
    }
    JOIN_SLIDES(root);
    await();
}

// Adds the forces on free vertices.
void addFreeForces(int root) {
    int id = int(gl_LocalInvocationID.x);
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            if (!isFree(i)) continue;
            int s = VERTEX_SLOT * i;
            PointResponse r = PointResponse(vec3(0.0), TEXEL(vertexSlot, s + 1).xyz, TEXEL(vertexSlot, s + 2).xyz);
            slideOfVertex(i, r);
            PointResponse join = joins(i);
            addForce(at(i), TEXEL(gradient, i).xyz, r.h + join.h, r.o + join.o, 0);
        }
        for (int t = range.z + id; t < range.w; t += GROUP) {
            ivec4 v = LOADI4(corners, t);
            int s = TRIANGLE_SLOT * t;
            PointResponse r = PointResponse(vec3(0.0), TEXEL(triangleSlot, s + 5).xyz, TEXEL(triangleSlot, s + 6).xyz);
            if (r.h == vec3(0.0)) continue;
            vec3 y = vec3(0.0);
            float share = 0.0;
            for (int k = 0; k < 3; k++) {
                if (!isFree(v[k])) continue;
                y += at(v[k]);
                share += 1.0;
            }
            if (share == 0.0) continue;
            slideOfTriangle(t, v, r);
            addForce(y / share, vec3(0.0), share * share / 9.0 * r.h, share * share / 9.0 * r.o, 0);
        }
    }
    for (int p = id; p < min(pairs, pairActive); p += GROUP) {
        ivec4 v = LOADI4(pairVertex, p);
        int s = PAIR_SLOT * p;
        PointResponse r = PointResponse(vec3(0.0), LOAD4(pairSlot, s + 1).xyz, LOAD4(pairSlot, s + 2).xyz);
        if (r.h == vec3(0.0) || !inComponent(root, v.x)) continue;
        vec4 w = LOAD4(pairWeight, p);
        vec3 y = vec3(0.0);
        float share = 0.0;
        for (int k = 0; k < 4; k++) {
            if (!isFree(v[k])) continue;
            y += w[k] * at(v[k]);
            share += w[k];
            // included in the slots of vertices
            addForce(at(v[k]), vec3(0.0), -w[k] * w[k] * r.h, -w[k] * w[k] * r.o, 0);
        }
        if (abs(share) < LEAST_SHARE) continue;
        slideOfPair(p, v, w, r);
        addForce(y / share, vec3(0.0), share * share * r.h, share * share * r.o, 0);
    }
}

void main() {
    int id = int(gl_LocalInvocationID.x), root = invocation() / GROUP;
    if (component(root).x != root) return;
    if (id == 0) {
        int i = rangeOf(root).x;
        refHi = TEXEL(positionHi, i).xyz;
        refLo = TEXEL(positionLo, i).xyz;
        centre = vec3(0.0);
    }
    markSlides(root);
    vec4 sum = vec4(0.0); // moment of mass, mass
    int bits = 0;
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            bits |= slide[i];
            if (isFree(i)) sum += TEXEL(vertexRest, i).x * vec4(at(i), 1.0);
        }
    }
    if (bits != 0) atomicOr(found, bits);
    sum = groupSum(sum);
    if (id == 0) {
        mass = sum.w;
        if (mass > 0.0) centre = sum.xyz / mass;
    }
    sync();
    if ((found & SLIPS) == 0 || mass == 0.0) return;
    clearSums();
    addFreeForces(root);
    sumUp();
    if (id == 0) still = solve() ? 0 : 1;
    sync();
    if (still != 0) return;
    vec4 square = vec4(0.0); // mass-weighted squared displacement
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            vec3 u = shift + cross(turn, at(i));
            if (isFree(i)) square.x += TEXEL(vertexRest, i).x * dot(u, u);
        }
    }
    square = groupSum(square);
    if (id == 0) atomicMax(drift, floatBitsToInt(sqrt(square.x / mass)));
}
