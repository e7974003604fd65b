// Finds the pairs that were noted as stiffened in a new list of candidates, once for each time.
#version 430 core
#include "load.glsl"
#include "pair_state.glsl"
INI1(PairStiff, pairStiff) // query, partner
INI1(PairStart, pairStart) // first of the pairs whose boxes meet, of each query
INI1(PairFlag, pairFlag)   // of each of them, its place among the candidates
INI1(Candidate, candidate)
INOUTI1(PairState, pairState)
uniform int count;

void main() {
    int i = invocation();
    if (i >= count) return;
    int query = LOADI1(pairStiff, 2 * i), partner = LOADI1(pairStiff, 2 * i + 1), end = LOADI1(pairFlag, LOADI1(pairStart, query + 1));
    for (int c = LOADI1(pairFlag, LOADI1(pairStart, query)); c < end; c++)
        if (LOADI1(candidate, 2 * c + 1) == partner) atomicAdd(pairState[c], PAIR_STIFFER);
}
