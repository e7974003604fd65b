// What impacts.comp finds of a piece of cloth.
#define PIECE_IMPACT 1 // a vertex takes backward Euler
#define PIECE_HELD 2   // something from outside holds or touches it

// Whether all of it takes backward Euler.
bool wholeImpact(int found) { return found == PIECE_IMPACT; }
