// Adds the gradients and diagonal blocks of pairs to those of vertices, in the order of each vertex's
// list; what is off the diagonal enters in cg_multiply. Twin of the pairs in cpu's gatherGradient and
// gatherMatrix.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
INI1(PairListStart, pairListStart)
INI1(PairList, pairList)
INOUT4(VertexSlot, vertexSlot)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    int first = LOADI1(pairListStart, i), end = LOADI1(pairListStart, i + 1);
    if (first == end) return;
    vec3 g = vertexSlot[3 * i].xyz, h = vertexSlot[3 * i + 1].xyz, o = vertexSlot[3 * i + 2].xyz;
    for (int k = first; k < end; k++) {
        int ref = LOADI1(pairList, k), p = ref >> 2;
        float w = LOAD4(pairWeight, p)[ref & 3];
        g += w * LOAD4(pairSlot, 3 * p).xyz;
        h += w * w * LOAD4(pairSlot, 3 * p + 1).xyz;
        o += w * w * LOAD4(pairSlot, 3 * p + 2).xyz;
    }
    vertexSlot[3 * i] = vec4(g, 0.0);
    vertexSlot[3 * i + 1] = vec4(h, 0.0);
    vertexSlot[3 * i + 2] = vec4(o, 0.0);
}
