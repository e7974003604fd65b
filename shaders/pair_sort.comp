// Puts the list of pairs of each vertex in order, in which they are summed: each entry finds its place by
// counting those before it. Sorting a list in one invocation would take more turns of a loop than llvmpipe
// runs (65535 in an invocation, after which it goes on as if the loop had ended).
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "place.glsl"
INI4(PairVertex, pairVertex)
INI1(PairListStart, pairListStart)
INI1(PairProduct, pairProduct) // the lists as they were written, in any order
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
