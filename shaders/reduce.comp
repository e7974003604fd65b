// Adds up the tallies that a kernel left; one group.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "status.glsl"
IN4(Tally, tally)
uniform int firstTally;
uniform int count;
uniform int target;

void main() {
    vec4 sum = vec4(0.0);
#ifdef FETCH
    for (int k = 0; k < count; k++) sum = addTally(sum, LOAD4(tally, firstTally + k));
#else
    for (int k = int(gl_LocalInvocationID.x); k < count; k += GROUP) sum = addTally(sum, LOAD4(tally, firstTally + k));
    sum = groupTally(sum);
#endif
    if (gl_LocalInvocationID.x == 0u) tallies[target] = sum;
}
