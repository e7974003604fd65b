// Status of pairs for the host; its twin is layout.PairStatus, checked when a kernel is loaded.
#ifndef PAIR_STATUS
#define PAIR_STATUS
#endif
layout(std430) PAIR_STATUS restrict buffer PairStatus {
    int pairTotals[4]; // of the last scans: pairs with overlapping boxes, candidates, active pairs, corners in the
                       // lists of vertices
    int pairMany;      // not 0: a vertex or an edge has too many near features
    int pairLeft;      // not 0: a vertex has left its box
    int pairHits;      // candidates with a hit
    int pairClamped;   // clamped vertices
    int pairStiffened; // entries in pairStiff
    int pairArrived;   // groups of a scan that have stored their sums
    int pairActive;    // active pairs, also those for which lists have no room
    int pairCandidates; // candidates, likewise
    int pairMoved;     // not 0: a vertex had left its box before candidates were collected
};
