// Puts the list of pairs of each vertex in order, in which they are summed.
#version 430 core
#include "load.glsl"
#include "params.glsl"
INI1(PairListStart, pairListStart)
INOUTI1(PairList, pairList)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    int first = LOADI1(pairListStart, i), end = LOADI1(pairListStart, i + 1);
    for (int k = first + 1; k < end; k++) {
        int v = pairList[k], j = k;
        for (; j > first && pairList[j - 1] > v; j--) pairList[j] = pairList[j - 1];
        pairList[j] = v;
    }
}
