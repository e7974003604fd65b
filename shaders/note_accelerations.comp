// Stores the accelerations of pieces without contact for the next first guess; twin of cpu's recordAccelerations. Runs
// before commit_vertices.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "flying.glsl"
#include "status_read.glsl"
#include "two_step.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
INI1(Held, held)
INI1(VertexComponent, vertexComponent)
INI1(Flying, flying)
IN4(Gain, gain) // see two_step.glsl
IN4(Lag, lag)
INOUT4(Acceleration, acceleration) // zero if held or in contact
OUT4(Lasted, lasted) // sums of a'·a of the last two steps, a·a, a'·a'

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount && nonFinite == 0; i += invocations()) {
        vec4 coast = LOAD4(coastHi, i);
        // relative to h times the initial velocity
        vec3 off = difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, coast.xyz, LOAD4(coastLo, i).xyz);
        if (STEP_KEPT && !isEuler(coast.w)) off += bdf2Displacement(LOAD4(gain, i).xyz, LOAD4(lag, i).xyz);
        vec3 a = LOADI1(held, i) != 0 || LOADI1(flying, LOADI1(vertexComponent,
            i)) == TOUCHED ? vec3(0.0) : off / (h * h);
        vec3 before = acceleration[i].xyz;
        sum += vec4(dot(a, before), dot(before, before), dot(a, a), 0.0);
        acceleration[i] = vec4(a, 0.0);
    }
    sum = partSum(sum);
    if (leaves() && nonFinite == 0) lasted[place()] = sum;
}
