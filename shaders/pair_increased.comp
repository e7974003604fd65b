// Finds the pairs with increased stiffness in a new list of candidates, once for each increase.
#version 430 core
#include "load.glsl"
#include "pair_state.glsl"
#include "place.glsl"
INI1(PairStiff, pairStiff) // query, partner
INI1(PairStart, pairStart) // first pair with overlapping boxes, per query
INI1(PairFlag, pairFlag)   // per pair with overlapping boxes: index among the candidates
INI1(Candidate, candidate)
INOUTI1(PairState, pairState)
uniform int count;
uniform int queries;  // entries of pairStart
uniform int overlaps; // entries of pairFlag

// The first candidate of a query.
int first(int query) {
    int c = place(LOADI1(pairStart, query), LOADI1(pairStart, PLACE_BASE(query, queries)));
    return place(LOADI1(pairFlag, c), LOADI1(pairFlag, PLACE_BASE(c, overlaps)));
}

void main() {
    int i = invocation();
    if (i >= count) return;
    int query = LOADI1(pairStiff, 2 * i), partner = LOADI1(pairStiff, 2 * i + 1), end = first(query + 1);
    for (int c = first(query); c < end; c++)
        if (LOADI1(candidate, 2 * c + 1) == partner) atomicAdd(pairState[c], PAIR_STIFFER);
}
