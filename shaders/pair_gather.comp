// Adds the gradients and diagonal blocks of pairs to those of vertices, in the order of each vertex's
// list. What is off the diagonal enters in cg_multiply, for which it lists the pairs that have a second
// derivative at all: few, since most active pairs are near without being in the layer. Twin of the pairs
// in cpu's gatherGradient and gatherMatrix.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "place.glsl"
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
INI1(PairListStart, pairListStart)
INI1(PairList, pairList)
layout(std430) writeonly restrict buffer PairPart { ivec2 pairPart[]; };     // of each vertex in pairProduct: first and end
layout(std430) writeonly restrict buffer PairProduct { int pairProduct[]; }; // as pairList, and in the same places
INOUT4(VertexSlot, vertexSlot)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    int first = place(LOADI1(pairListStart, i), LOADI1(pairListStart, PLACE_BASE(i, vertexCount)));
    int end = place(LOADI1(pairListStart, i + 1), LOADI1(pairListStart, PLACE_BASE(i + 1, vertexCount))), at = first;
    if (first == end) {
        pairPart[i] = ivec2(first);
        return;
    }
    vec3 g = vertexSlot[VERTEX_SLOT * i].xyz, h = vertexSlot[VERTEX_SLOT * i + 1].xyz, o = vertexSlot[VERTEX_SLOT * i + 2].xyz;
    for (int k = first; k < end; k++) {
        int ref = LOADI1(pairList, k), p = ref >> 2;
        vec3 hp = LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz;
        if (hp == vec3(0.0)) continue; // neither a force, see contact.glsl and friction.glsl
        float w = LOAD4(pairWeight, p)[ref & 3];
        g += w * LOAD4(pairSlot, PAIR_SLOT * p).xyz;
        h += w * w * hp;
        o += w * w * LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz;
        pairProduct[at++] = ref;
    }
    pairPart[i] = ivec2(first, at);
    vertexSlot[VERTEX_SLOT * i] = vec4(g, 0.0);
    vertexSlot[VERTEX_SLOT * i + 1] = vec4(h, 0.0);
    vertexSlot[VERTEX_SLOT * i + 2] = vec4(o, 0.0);
}
