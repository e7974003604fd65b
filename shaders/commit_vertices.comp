// Makes the trial positions the state, and sums up how much of the acceleration of the step before was still
// there. Twin of cpu's commitMotion.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
INI1(Held, held)
OUT4(StartHi, startHi)
OUT4(StartLo, startLo)
INOUT4(Velocity, velocity)
INOUT4(Acceleration, acceleration)
OUT4(Tally, tally)

void main() {
    vec4 sum = vec4(0.0);
    if (nonFinite == 0)
        for (int i = invocation(); i < vertexCount; i += stride()) {
            vec3 v = LOAD4(moved, i).xyz / h, a = (v - velocity[i].xyz) / h;
            if (LOADI1(held, i) != 0) a = vec3(0.0);
            sum = addTally(sum, vec4(dot(a, acceleration[i].xyz), 0.0, dot(a, a), 0.0));
            velocity[i] = vec4(v, 0.0);
            acceleration[i] = vec4(a, 0.0);
            startHi[i] = LOAD4(positionHi, i);
            startLo[i] = LOAD4(positionLo, i);
        }
    sum = partTally(sum);
    if (leaves()) tally[place()] = sum;
}
