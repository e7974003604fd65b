// What the host reads about pairs of cloth; its twin is pack.PairStatus, checked when a kernel is loaded.
#ifndef PAIR_STATUS
#define PAIR_STATUS
#endif
layout(std430) PAIR_STATUS restrict buffer PairStatus {
    int pairTotals[4]; // of the last scans: pairs whose boxes meet, candidates, active pairs, corners in the lists of
                       // vertices
    int pairMany;      // not 0: a vertex or an edge comes near too much of the cloth
    int pairLeft;      // not 0: a vertex has left its box
    int pairHits;      // candidates whose path comes too near
    int pairClamped;   // vertices that were held back
    int pairStiffened; // entries in pairStiff
    int pairArrived;   // groups of a scan that have left their sums
    int pairActive;    // active pairs, or more where lists have no room for them
    int pairCandidates; // the same
    int pairMoved;     // not 0: a vertex had left its box before pairs were collected anew
};
