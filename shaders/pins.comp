// Moves held vertices to their pins' targets at the end of the step.
#version 430 core
#include "load.glsl"
#include "split.glsl"
INI1(PinVertex, pinVertex)
IN4(PinTarget, pinTarget) // hi, lo
IN4(StartHi, startHi)
IN4(StartLo, startLo)
OUT4(PositionHi, positionHi)
OUT4(PositionLo, positionLo)
OUT4(Moved, moved)
INOUTI1(Held, held)
uniform int count;

void main() {
    int k = invocation();
    if (k >= count) return;
    int i = LOADI1(pinVertex, k);
    vec3 hi = LOAD4(pinTarget, 2 * k).xyz, lo = LOAD4(pinTarget, 2 * k + 1).xyz;
    positionHi[i] = vec4(hi, 0.0);
    positionLo[i] = vec4(lo, 0.0);
    moved[i] = vec4(difference(hi, lo, LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz), 0.0);
    held[i] = 1;
}
