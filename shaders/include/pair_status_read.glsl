// PairStatus for kernels that only read it: they may run side by side.
#define PAIR_STATUS readonly
#include "pair_status.glsl"
