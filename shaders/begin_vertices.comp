// Starts a step: free flight as the first guess, and no vertex held.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair.glsl"
IN4(StartHi, startHi) // positions at the start of the step
IN4(StartLo, startLo)
IN4(Velocity, velocity)
OUT4(PositionHi, positionHi) // trial positions
OUT4(PositionLo, positionLo)
OUT4(Moved, moved) // trial minus start
INOUTI1(Held, held)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 hi = LOAD4(startHi, i).xyz, lo = LOAD4(startLo, i).xyz, hi0 = hi, lo0 = lo;
    addTo(hi, lo, h * LOAD4(velocity, i).xyz);
    positionHi[i] = vec4(hi, 0.0);
    positionLo[i] = vec4(lo, 0.0);
    moved[i] = vec4(difference(hi, lo, hi0, lo0), 0.0);
    held[i] = 0;
}
