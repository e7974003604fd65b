// Makes the trial positions the state. Velocities change by what the vertices have left free flight: taken from the way
// as a whole they would lose the digits of gravity in short steps.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "status_read.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
OUT4(StartHi, startHi)
OUT4(StartLo, startLo)
INOUT4(Velocity, velocity)
INOUT4(VelocityLo, velocityLo)

void main() {
    int i = invocation();
    if (i >= vertexCount || nonFinite != 0) return;
    vec4 xHi = LOAD4(positionHi, i), xLo = LOAD4(positionLo, i);
    vec3 hi = velocity[i].xyz, lo = velocityLo[i].xyz;
    addTo(hi, lo, difference(xHi.xyz, xLo.xyz, LOAD4(coastHi, i).xyz, LOAD4(coastLo, i).xyz) / h);
    velocity[i] = vec4(hi, 0.0);
    velocityLo[i] = vec4(lo, 0.0);
    startHi[i] = xHi;
    startLo[i] = xLo;
}
