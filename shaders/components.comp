// Connected components of the pieces of cloth, joined by active pairs with a force; twin of cpu's pieces.join.
// Lock-free union-find (Jaiganesh and Burtscher 2018): a root is linked to a lower piece by compare-and-swap, so the
// root of a component is its lowest piece, independent of the order. One group.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "component.glsl"
#include "pair_status_read.glsl"
INI1(VertexComponent, vertexComponent)
INI4(PairVertex, pairVertex)
IN4(PairSlot, pairSlot)
layout(std430) coherent restrict buffer ComponentTable { int componentTable[]; }; // eight numbers per piece
uniform int pairs; // upper bound of active pairs

#define PARENT(p) componentTable[8 * (p) + 4] // itself for a root
#define LAST(p) componentTable[8 * (p) + 5]
#define FLAGS(p) componentTable[8 * (p) + 6]

void await() {
    memoryBarrierBuffer();
    barrier();
}

// The root of p, with path halving.
int rootOf(int p) {
    for (int up = PARENT(p); up != p; up = PARENT(p)) {
        int above = PARENT(up);
        if (above != up) PARENT(p) = above;
        p = above;
    }
    return p;
}

void join(int a, int b) {
    a = rootOf(a);
    b = rootOf(b);
    while (a != b) {
        int low = min(a, b), high = max(a, b), up = atomicCompSwap(PARENT(high), high, low);
        if (up == high) return;
        a = low;
        b = up; // high was linked meanwhile
    }
}

void flag(int p, int bits) {
    if ((FLAGS(p) & bits) != bits) atomicOr(FLAGS(p), bits);
}

void main() {
    int id = int(gl_LocalInvocationID.x), count = int(pieces);
    for (int p = id; p < count; p += GROUP) {
        PARENT(p) = LAST(p) = p;
        FLAGS(p) = 0;
    }
    await();
    for (int i = id; i < min(pairs, pairActive); i += GROUP) {
        ivec4 v = LOADI4(pairVertex, i);
        int a = LOADI1(vertexComponent, v.x), b = LOADI1(vertexComponent, v.w), bits = NEAR_CLOTH;
        // Contact with zero second derivative has no force, see contact.glsl and friction.glsl.
        bool bears = LOAD4(pairSlot, PAIR_SLOT * i + 1).xyz != vec3(0.0);
        if (a != b && !bears) bits |= CLOSES;
        flag(a, bits);
        flag(b, bits);
        if (a != b && bears) join(a, b);
    }
    await();
    for (int p = id; p < count; p += GROUP) {
        int root = rootOf(p);
        PARENT(p) = root;
        atomicMax(LAST(root), p);
    }
}
