// PairStatus for kernels that only read it, which may run concurrently.
#define PAIR_STATUS readonly
#include "pair_status.glsl"
