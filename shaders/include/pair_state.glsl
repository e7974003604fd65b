// pairState: bit 0: has been in the layer in any trial since the look-up; bit 1: is there, see contact.glsl;
// above: how often it was stiffened.
#define PAIR_TOUCHED 1
#define PAIR_COUNTS 2
#define PAIR_STIFFER 4 // one time more
