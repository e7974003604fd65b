// Fits the boxes of the hierarchy over features, from those of the features up: an invocation for each node that has features
// within. The last to come to a node, of those from its two children, goes on with it (Karras 2012).
#version 430 core
#include "load.glsl"
#include "pair_link.glsl"
INI4(PairNode, pairNode) // first entry within, their number, next entry, node above or −1
layout(std430) coherent restrict buffer PairBox { vec4 pairBox[]; };
layout(std430) coherent restrict buffer PairMet { int pairMet[]; }; // of each node: children that are done
uniform int count; // nodes

void main() {
    int n = invocation();
    if (n >= count || LOADI4(pairNode, n).x < count) return;
    do {
        ivec4 node = LOADI4(pairNode, n);
        vec3 lo = vec3(3e38), hi = vec3(-3e38);
        for (int i = node.x; i < node.x + node.y; i++) {
            lo = min(lo, pairBox[2 * i].xyz);
            hi = max(hi, pairBox[2 * i + 1].xyz);
        }
        pairBox[2 * n] = vec4(lo, linkBits(node.z));
        pairBox[2 * n + 1] = vec4(hi, linkBits(node.x));
        memoryBarrierBuffer();
        n = node.w;
        if (n >= 0) {
            if (atomicAdd(pairMet[n], 1) == 0) n = -1;
            else pairMet[n] = 0;
        }
        memoryBarrierBuffer();
    } while (n >= 0);
}
