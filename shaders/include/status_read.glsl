// Status for kernels that only read it, which may run concurrently.
#define STATUS readonly
#include "status.glsl"
