// Fits the boxes of the hierarchy over features, bottom-up: one invocation per leaf. Of the invocations from the two
// children of a node, the last continues with the node (Karras 2012).
#version 430 core
#include "load.glsl"
#include "pair_link.glsl"
INI4(PairNode, pairNode) // first entry within, number of entries, next entry, parent or −1
layout(std430) coherent restrict buffer PairBox { vec4 nodeBox[]; };
layout(std430) coherent restrict buffer PairMet { int pairMet[]; }; // per node: completed children
uniform int count; // nodes

// Boxes of features, from an earlier kernel, are fetched if only those of nodes are in the bound range.
#ifdef WINDOW
TEX4(pairBox)
vec3 box(int i) { return HAS(nodeBox, i) ? nodeBox[i].xyz : TEXEL(pairBox, i).xyz; }
#else
vec3 box(int i) { return nodeBox[i].xyz; }
#endif

void main() {
    int n = invocation();
    if (n >= count || LOADI4(pairNode, n).x < count) return;
    do {
        ivec4 node = LOADI4(pairNode, n);
        vec3 lo = vec3(3e38), hi = vec3(-3e38);
        for (int i = node.x; i < node.x + node.y; i++) {
            lo = min(lo, box(2 * i));
            hi = max(hi, box(2 * i + 1));
        }
        nodeBox[2 * n] = vec4(lo, linkBits(node.z));
        nodeBox[2 * n + 1] = vec4(hi, linkBits(node.x));
        memoryBarrierBuffer();
        n = node.w;
        if (n >= 0) {
            if (atomicAdd(pairMet[n], 1) == 0) n = -1;
            else pairMet[n] = 0;
        }
        memoryBarrierBuffer();
    } while (n >= 0);
}
