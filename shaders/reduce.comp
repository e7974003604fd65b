// Adds up the partial sums of kernels, one group per sum.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "status.glsl"
IN4(Reduction, reduction)
uniform ivec4 sum0; // per sum: first partial sum, count, index in reductions
uniform ivec4 sum1;
uniform ivec4 sum2;
uniform ivec4 sum3;

void main() {
    uint g = gl_WorkGroupID.x;
    ivec4 of = g == 0u ? sum0 : g == 1u ? sum1 : g == 2u ? sum2 : sum3;
    vec4 sum = vec4(0.0);
#ifdef FETCH
    for (int k = 0; k < of.y; k++) sum = addReduction(sum, LOAD4(reduction, of.x + k));
#else
    for (int k = int(gl_LocalInvocationID.x); k < of.y; k += GROUP) sum = addReduction(sum, LOAD4(reduction, of.x + k));
    sum = groupReduction(sum);
#endif
    if (gl_LocalInvocationID.x == 0u) reductions[of.z] = sum;
}
