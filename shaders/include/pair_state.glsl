// pairState: bit 0: has been in the layer in any trial since the look-up; above: how often it was stiffened.
#define PAIR_TOUCHED 1
#define PAIR_STIFFER 2  // one time more
