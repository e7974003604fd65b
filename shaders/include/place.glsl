// Places that a scan makes of a list of n counts: items[i], which is within its block, and items[PLACE_BASE(i, n)], the
// sum of the blocks before, add up to the sum of all counts before i; for i = n of all. So no dispatch has to go over
// the list once more.
#define PLACE_BASE(i, n) ((n) + 1 + (i) / SCAN_BLOCK)

int place(int within, int before) { return min(within + before, SCAN_MOST); }
