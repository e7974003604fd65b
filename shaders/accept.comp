// Advances the trial positions by α times the search direction.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(Direction, direction)
#include "rigid_way.glsl"
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)
OUT4(Moved, moved)
uniform float alpha;

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
    addTo(hi, lo, alpha * WAY(i));
    positionHi[i] = vec4(hi, 0.0);
    positionLo[i] = vec4(lo, 0.0);
    moved[i] = vec4(difference(hi, lo, LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz), 0.0);
}
