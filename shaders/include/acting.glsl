// Contact flags of a vertex.
#define BY_BODY 1 // with a body
#define BEGINS 2  // not in contact at the start of the step
