// Flags of a piece of cloth, from impacts.comp.
#define PIECE_IMPACT 1 // a vertex uses backward Euler
#define PIECE_HELD 2   // pins, grabs or obstacle contact

// Whether the whole piece uses backward Euler.
bool wholeImpact(int found) { return found == PIECE_IMPACT; }
