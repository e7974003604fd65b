// Status for kernels that only read it: they may run side by side.
#define STATUS readonly
#include "status.glsl"
