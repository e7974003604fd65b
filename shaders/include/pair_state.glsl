// pairState: bit 0: was in the layer in a trial since the last detection; bit 1: is in the layer, see contact.glsl;
// above: number of stiffness increases.
#define PAIR_TOUCHED 1
#define PAIR_COUNTS 2
#define PAIR_STIFFER 4 // one increase
