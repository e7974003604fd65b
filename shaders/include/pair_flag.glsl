// Flags of a list's entries, which a scan turns into places: entry c is number pairFlag[c] of those that
// were flagged, if the next entry has one more.
INOUTI1(PairFlag, pairFlag)

// Flagged entry number n of a list of count: the last one with no more than n before it. So the invocations
// of a pass over flagged entries have work side by side; software devices go through all of a kernel otherwise.
int flagged(int n, int count) {
    int lo = 0;
    for (int above = count; above - lo > 1;) {
        int c = (lo + above) >> 1;
        if (pairFlag[c] <= n) lo = c;
        else above = c;
    }
    return lo;
}
