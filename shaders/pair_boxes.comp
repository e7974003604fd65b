// Fits the boxes of one level of the hierarchy over features, from the deepest up.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_features.glsl"
INI4(PairNode, pairNode) // first, count; count 0: the children are first and first + 1
INI1(PairLeaf, pairLeaf) // features
IN4(VertexBox, vertexBox)
INOUT4(PairBox, pairBox) // low and high corner of each node
uniform int first;
uniform int count;

void main() {
    int k = invocation();
    if (k >= count) return;
    int n = first + k;
    ivec4 node = LOADI4(pairNode, n);
    vec3 lo = vec3(3e38), hi = vec3(-3e38);
    if (node.y == 0) {
        lo = min(pairBox[2 * node.x].xyz, pairBox[2 * node.x + 2].xyz);
        hi = max(pairBox[2 * node.x + 1].xyz, pairBox[2 * node.x + 3].xyz);
    }
    for (int i = node.x; i < node.x + node.y; i++) {
        ivec4 v = LOADI4(features, LOADI1(pairLeaf, i));
        lo = min(lo, min(LOAD4(vertexBox, 2 * v.x).xyz, LOAD4(vertexBox, 2 * v.y).xyz));
        hi = max(hi, max(LOAD4(vertexBox, 2 * v.x + 1).xyz, LOAD4(vertexBox, 2 * v.y + 1).xyz));
        if (v.z >= 0) {
            lo = min(lo, LOAD4(vertexBox, 2 * v.z).xyz);
            hi = max(hi, LOAD4(vertexBox, 2 * v.z + 1).xyz);
        }
    }
    pairBox[2 * n] = vec4(lo, 0.0);
    pairBox[2 * n + 1] = vec4(hi, 0.0);
}
