// Work groups of the multilevel preconditioner have one domain at a time: up to DOMAIN coarse rows that are
// inverted together.
#undef GROUP
#define GROUP 64
#define DOMAIN 64
#define SIDE (3 * DOMAIN)

// The inverse of a domain is square, its side padded to a multiple of 4, in planes of 4 columns: texel
// start + side·(j/4) + i holds row i, columns j to j + 3.
int sideOf(int rows) { return (3 * rows + 3) & ~3; }
