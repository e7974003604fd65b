// How a piece of cloth moves, as balance.comp has found it at the end of the step before.
#define TOUCHED 0   // by an obstacle or by cloth; also where nothing is known
#define UNTOUCHED 1 // but held
#define FLIES 2
