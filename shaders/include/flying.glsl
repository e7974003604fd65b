// Contact state of a piece of cloth, from correct_free.comp at the end of the last step.
#define TOUCHED 0   // by an obstacle or by cloth; also if unknown
#define UNTOUCHED 1 // held by pins or grabs
#define FLIES 2
