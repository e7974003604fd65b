// Puts the list of pairs of each vertex in order, in which they are summed: each entry finds its place by
// counting those before it. Sorting a list in one invocation would take more turns of a loop than llvmpipe
// runs (65535 in an invocation, after which it goes on as if the loop had ended).
#version 430 core
#include "load.glsl"
#include "params.glsl"
INI4(PairVertex, pairVertex)
INI1(PairListStart, pairListStart)
INI1(PairProduct, pairProduct) // the lists as they were written, in any order
layout(std430) writeonly restrict buffer PairList { int pairList[]; };

void main() {
    int at = invocation();
    if (at >= LOADI1(pairListStart, vertexCount)) return;
    int ref = LOADI1(pairProduct, at), v = LOADI4(pairVertex, ref >> 2)[ref & 3];
    int first = LOADI1(pairListStart, v), end = LOADI1(pairListStart, v + 1), place = first;
    for (int k = first; k < end; k++) place += int(LOADI1(pairProduct, k) < ref);
    pairList[place] = ref;
}
