// Exclusive prefix sums of a list of n counts, in two parts: items[i] is the sum within its block, items[PLACE_BASE(i,
// n)] that of the blocks before. For i = n they add up to the total. So no second pass over the list is needed.
#define PLACE_BASE(i, n) ((n) + 1 + (i) / SCAN_BLOCK)

int place(int within, int before) { return min(within + before, SCAN_LIMIT); }
