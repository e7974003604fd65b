// Sorts the list of pairs of each vertex, for a fixed order of sums: each entry counts those before it. Sorting a list
// in one invocation would exceed the loop limit of llvmpipe (65535 iterations per invocation, after which it silently
// leaves the loop).
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "place.glsl"
INI4(PairVertex, pairVertex)
INI1(PairListStart, pairListStart)
INI1(PairProduct, pairProduct) // unsorted lists
layout(std430) writeonly restrict buffer PairList { int pairList[]; };

// The first entry of a vertex.
int first(int v) { return place(LOADI1(pairListStart, v), LOADI1(pairListStart, PLACE_BASE(v, vertexCount))); }

void main() {
    int at = invocation();
    if (at >= first(vertexCount)) return;
    int ref = LOADI1(pairProduct, at), v = LOADI4(pairVertex, ref >> 2)[ref & 3];
    int begin = first(v), end = first(v + 1), to = begin;
    for (int k = begin; k < end; k++) to += int(LOADI1(pairProduct, k) < ref);
    pairList[to] = ref;
}
