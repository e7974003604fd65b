// Stackless traversal of the hierarchy over features: entries are its nodes, then the features in the order of the
// leaves. Entry n has its box in pairBox[2n] and pairBox[2n + 1]. Their w components have, as normal floats that no
// device rounds or flushes, the next entry if the box is missed (−1 at the end), and if it is hit: the first entry
// within a node, or the feature.
float linkBits(int n) { return intBitsToFloat(n + 0x01000000); }
int linkOf(float w) { return floatBitsToInt(w) - 0x01000000; }
