// Flags of a list's entries, which a scan turns into places: those that were flagged have a number, which is one more
// for the next entry.
#include "place.glsl"
#ifdef FLAGS_READ // by kernels that only read them
INI1(PairFlag, pairFlag)
#define FLAG(i) LOADI1(pairFlag, i)
#else
INOUTI1(PairFlag, pairFlag)
#define FLAG(i) pairFlag[i]
#endif

// The place of entry c of a list of count.
int flagPlace(int c, int count) { return place(FLAG(c), FLAG(PLACE_BASE(c, count))); }

// Flagged entry number n of a list of count: the last one with no more than n before it, in the last block with no
// more. So the invocations of a pass over flagged entries have work side by side; software devices go through all of a
// kernel otherwise.
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
