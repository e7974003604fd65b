// Makes the trial positions the state.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "status_read.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
OUT4(StartHi, startHi)
OUT4(StartLo, startLo)
OUT4(Velocity, velocity)

void main() {
    int i = invocation();
    if (i >= vertexCount || nonFinite != 0) return;
    velocity[i] = vec4(LOAD4(moved, i).xyz / h, 0.0);
    startHi[i] = LOAD4(positionHi, i);
    startLo[i] = LOAD4(positionLo, i);
}
