// Flags of a list's entries, which a scan turns into places: those that were flagged have a number, which is one more for the next entry.
#include "place.glsl"
INOUTI1(PairFlag, pairFlag)

// The place of entry c of a list of count.
int flagPlace(int c, int count) { return place(pairFlag[c], pairFlag[PLACE_BASE(c, count)]); }

// Flagged entry number n of a list of count: the last one with no more than n before it, in the last block with no more. So the invocations
// of a pass over flagged entries have work side by side; software devices go through all of a kernel otherwise.
int flagged(int n, int count) {
    int block = 0;
    for (int above = (count - 1) / SCAN_BLOCK + 1; above - block > 1;) {
        int b = (block + above) >> 1;
        if (pairFlag[PLACE_BASE(b * SCAN_BLOCK, count)] <= n) block = b;
        else above = b;
    }
    int lo = block * SCAN_BLOCK;
    n -= pairFlag[PLACE_BASE(lo, count)];
    for (int above = min(lo + SCAN_BLOCK, count); above - lo > 1;) {
        int c = (lo + above) >> 1;
        if (pairFlag[c] <= n) lo = c;
        else above = c;
    }
    return lo;
}
