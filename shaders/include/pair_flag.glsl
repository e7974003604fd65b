// Flags of a list's entries, as prefix sums: a flagged entry's index is that of the entry before plus one.
#include "place.glsl"
#ifdef FLAGS_READ // by kernels that only read them
INI1(PairFlag, pairFlag)
#define FLAG(i) LOADI1(pairFlag, i)
#else
INOUTI1(PairFlag, pairFlag)
#define FLAG(i) pairFlag[i]
#endif

// Index of entry c of a list of count.
int flagPlace(int c, int count) { return place(FLAG(c), FLAG(PLACE_BASE(c, count))); }

// Flagged entry number n of a list of count, by binary search in the prefix sums. Invocations over flagged entries all
// have work; software devices would execute every branch for the others.
int flagged(int n, int count) {
    int block = 0;
    for (int above = (count - 1) / SCAN_BLOCK + 1; above - block > 1;) {
        int b = (block + above) >> 1;
        if (FLAG(PLACE_BASE(b * SCAN_BLOCK, count)) <= n) block = b;
        else above = b;
    }
    int lo = block * SCAN_BLOCK;
    n -= FLAG(PLACE_BASE(lo, count));
    for (int above = min(lo + SCAN_BLOCK, count); above - lo > 1;) {
        int c = (lo + above) >> 1;
        if (FLAG(c) <= n) lo = c;
        else above = c;
    }
    return lo;
}
