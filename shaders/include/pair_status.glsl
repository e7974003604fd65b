// What the host reads about pairs of cloth; its twin is gpu.pairStatus, checked when a kernel is loaded.
layout(std430) restrict buffer PairStatus {
    int pairTotals[4]; // of the last scans: pairs whose boxes meet, candidates, active pairs, corners in the lists of vertices
    int pairMany;      // not 0: a vertex or an edge comes near too much of the cloth
    int pairLeft;      // not 0: a vertex has left its box
    int pairHits;      // candidates whose path comes too near
    int pairStopped;   // vertices that were held back
    int pairStiffened; // entries in pairStiff
    int pairArrived;   // groups of a scan that have left their sums
};
