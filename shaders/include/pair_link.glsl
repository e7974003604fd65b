// The hierarchy over features as a walk without a stack: entries are its nodes and then the features in the
// order of its leaves. Entry n has its box in pairBox[2n] and pairBox[2n + 1]; in w, as normal floats that no
// device rounds or flushes, the entry to go to where the box is missed, or −1 at the end, and where it is
// met: the first of the entries within a node, or the feature itself.
float linkBits(int n) { return intBitsToFloat(n + 0x01000000); }
int linkOf(float w) { return floatBitsToInt(w) - 0x01000000; }
