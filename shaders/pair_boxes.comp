// Fits the boxes of one level of the hierarchy over features, from the deepest up.
#version 430 core
#include "load.glsl"
#include "pair_link.glsl"
INI4(PairNode, pairNode) // first entry within, their number, next entry
UPDATE4(PairBox, pairBox, pairBoxNext)
uniform int first;
uniform int count;

void main() {
    int k = invocation();
    if (k >= count) return;
    int n = first + k;
    ivec4 node = LOADI4(pairNode, n);
    vec3 lo = vec3(3e38), hi = vec3(-3e38);
    for (int i = node.x; i < node.x + node.y; i++) {
        lo = min(lo, LOAD4(pairBox, 2 * i).xyz);
        hi = max(hi, LOAD4(pairBox, 2 * i + 1).xyz);
    }
    STORE4(pairBox, pairBoxNext, 2 * n, vec4(lo, linkBits(node.z)));
    STORE4(pairBox, pairBoxNext, 2 * n + 1, vec4(hi, linkBits(node.x)));
}
