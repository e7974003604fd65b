// Fits the boxes of the hierarchy over features, from those of the features up: an invocation for each node that has
// features within. The last to come to a node, of those from its two children, goes on with it (Karras 2012).
#version 430 core
#include "load.glsl"
#include "pair_link.glsl"
INI4(PairNode, pairNode) // first entry within, their number, next entry, node above or −1
layout(std430) coherent restrict buffer PairBox { vec4 nodeBox[]; };
layout(std430) coherent restrict buffer PairMet { int pairMet[]; }; // of each node: children that are done
uniform int count; // nodes

// Boxes of features, which an earlier kernel has written, are fetched where the block has those of nodes alone.
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
