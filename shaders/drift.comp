// Drift: how far the residual moves what nothing holds of each component whose contacts slip, as a whole; twin of cpu's
// Drift. A group for each piece: that of a component's root goes over the component.
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
#include "each_piece.glsl"
INI4(Corners, corners)
INI4(NearHead, nearHead)
INI1(Held, held)
TEX4(vertexRest)
TEX4(gradient)
TEX4(moved)
TEX4(nearPlane)
TEXI1(piece)
TEX4(pairPlane)
TEX4(pairLaw)
layout(std430) coherent restrict buffer Slide { int slide[]; }; // of each vertex

#define SLIPS 1  // a contact is beyond the elastic slip
#define STICKS 2 // a contact is within it, or a pin or a hand holds

shared int found;  // bits of the component
shared vec4 whole; // direction of the residual of all that is free; its mass [kg]
// For the product of a row with what is held, moved along that direction.
#define U(i) ((slide[int(i)] & STICKS) != 0 ? whole.xyz : vec3(0.0))
#include "row_product.glsl"

int slideAt(vec4 plane, vec4 axis, vec3 disp, vec3 e, vec3 u) {
    float y;
    across(axis, slipOf(plane, disp, e, u), y);
    return y > frictionSlip ? SLIPS : STICKS;
}

// The contacts of a point that has gone by u with obstacles.
int slideOf(int point, vec3 u) {
    int bits = 0;
    for (int o = 0; has(TERM_friction) && o < obstacleCount; o++) {
        int at = o * pointCount() + point, flags = LOADI4(nearHead, at).y;
        if ((flags & NEAR_ACTIVE) == 0) continue;
        for (int c = 0; c < NEAR_COUNT(flags); c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = TEXEL(nearPlane, b);
            if (normal.w <= 0.0) continue;
            vec3 disp = TEXEL(nearPlane, b + 2).xyz, e = TEXEL(nearPlane, b + 5).xyz;
            bits |= slideAt(normal, TEXEL(nearPlane, b + 4), disp, e, u);
        }
    }
    return bits;
}

void mark(int v, int bits) { atomicOr(slide[v], bits); }

void await() {
    memoryBarrierBuffer();
    sync();
}

void main() {
    int id = int(gl_LocalInvocationID.x), root = invocation() / GROUP;
    if (component(root).x != root) return;
    if (id == 0) found = 0;
    EACH_PIECE(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            bool holds = LOADI1(held, i) != 0 || grabbed(i);
            slide[i] = slideOf(i, TEXEL(moved, i).xyz) | (holds ? STICKS : 0);
        }
    }
    await();
    EACH_PIECE(p) {
        ivec4 range = rangeOf(p);
        for (int t = range.z + id; t < range.w; t += GROUP) {
            ivec4 v = LOADI4(corners, t);
            int bits = slideOf(vertexCount + t,
                (TEXEL(moved, v.x).xyz + TEXEL(moved, v.y).xyz + TEXEL(moved, v.z).xyz) / 3.0);
            if (bits == 0) continue;
            for (int k = 0; k < 3; k++) mark(v[k], bits);
        }
    }
    for (int i = id; has(TERM_self_friction) && i < min(pairs, pairActive); i += GROUP) {
        ivec4 v = LOADI4(pairVertex, i);
        vec4 plane = TEXEL(pairPlane, 2 * i);
        if (plane.w <= 0.0 || component(TEXEL(piece, v.x).r).x != root) continue;
        vec4 w = LOAD4(pairWeight, i);
        vec3 u0 = TEXEL(moved, v.x).xyz, u = vec3(0.0);
        for (int k = 1; k < 4; k++) u += w[k] * (TEXEL(moved, v[k]).xyz - u0);
        int bits = slideAt(plane, TEXEL(pairPlane, 2 * i + 1), vec3(0.0), TEXEL(pairLaw, 2 * i + 1).xyz, u);
        for (int k = 0; k < 4; k++) mark(v[k], bits);
    }
    await();
    vec4 free = vec4(0.0); // residual, mass
    int bits = 0;
    EACH_PIECE(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            int g = slide[i];
            bits |= g;
            if ((g & STICKS) == 0) free += vec4(TEXEL(gradient, i).xyz, TEXEL(vertexRest, i).x);
        }
    }
    if (bits != 0) atomicOr(found, bits);
    free = groupSum(free);
    float residual = length(free.xyz);
    if (id == 0) whole = vec4(residual > 0.0 ? free.xyz / residual : vec3(0.0), free.w);
    sync();
    if ((found & SLIPS) == 0 || whole.w == 0.0) return;
    vec4 stiffness = vec4(0.0); // of the elements that join what is free to the rest
    EACH_PIECE(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP)
            if ((slide[i] & STICKS) == 0) stiffness.x += max(0.0, -dot(whole.xyz, productOfRow(i, vec3(0.0))));
    }
    stiffness = groupSum(stiffness);
    if (id == 0) atomicMax(drift, floatBitsToInt(residual / (free.w / (h * h) + stiffness.x)));
}
