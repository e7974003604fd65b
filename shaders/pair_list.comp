// Lists the active pairs of each vertex: first counts them, then, when the counts have been summed,
// writes them in any order; pair_sort puts each list in order. Twin of cpu's selfContact.list.
#version 430 core
#include "load.glsl"
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
INOUTI1(PairListStart, pairListStart)
INOUTI1(PairListFill, pairListFill)                                     // pairs written so far
layout(std430) writeonly restrict buffer PairProduct { int pairProduct[]; }; // 4·pair + place in the pair
uniform int count;
uniform int fill;

void main() {
    int p = invocation();
    if (p >= count) return;
    ivec4 v = LOADI4(pairVertex, p);
    vec4 w = LOAD4(pairWeight, p);
    for (int k = 0; k < 4; k++) {
        if (w[k] == 0.0) continue;
        if (fill == 0) atomicAdd(pairListStart[v[k]], 1);
        else pairProduct[pairListStart[v[k]] + atomicAdd(pairListFill[v[k]], 1)] = 4 * p + k;
    }
}
