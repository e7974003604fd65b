// Lists the active pairs of each vertex in any order, after the prefix sum of the counts of pair_detect; pair_sort
// sorts each list. Twin of cpu's selfContact.list.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "place.glsl"
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
INI1(PairListStart, pairListStart)
INOUTI1(PairListFill, pairListFill)                                     // pairs written so far
layout(std430) writeonly restrict buffer PairProduct { int pairProduct[]; }; // 4·pair + corner of the pair
#include "pair_status_read.glsl"
uniform int count;

void main() {
    int p = invocation();
    if (p >= min(count, pairActive)) return;
    ivec4 v = LOADI4(pairVertex, p);
    vec4 w = LOAD4(pairWeight, p);
    for (int k = 0; k < 4; k++) {
        if (w[k] == 0.0) continue;
        int first = place(LOADI1(pairListStart, v[k]), LOADI1(pairListStart, PLACE_BASE(v[k], vertexCount)));
        pairProduct[first + atomicAdd(pairListFill[v[k]], 1)] = 4 * p + k;
    }
}
