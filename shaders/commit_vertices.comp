// Makes the trial positions the state. Velocities change by what the vertices have left free flight: taken from the way
// as a whole they would lose the digits of gravity in short steps. Also what BDF2 keeps of the step, twin of cpu's
// leave, and the accelerations of pieces that nothing touches, twin of cpu's noteAccelerations.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "flying.glsl"
#include "status_read.glsl"
#include "two_step.glsl"
#include "acting.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
OUT4(StartHi, startHi)
OUT4(StartLo, startLo)
INOUT4(Velocity, velocity)
INOUT4(VelocityLo, velocityLo)
INI1(Held, held)
INI1(Piece, piece)
INI1(Flying, flying)
INI1(InContact, inContact)
INOUT4(Gain, gain) // see two_step.glsl
INOUT4(Lag, lag)
INOUT4(Acceleration, acceleration) // zero where held or touched
OUT4(Lasted, lasted) // sums of a'·a of the last two steps, a·a, a'·a'

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount && nonFinite == 0; i += invocations()) {
        vec4 xHi = LOAD4(positionHi, i), xLo = LOAD4(positionLo, i), coast = LOAD4(coastHi, i);
        vec3 hi = velocity[i].xyz, lo = velocityLo[i].xyz;
        vec3 d = difference(xHi.xyz, xLo.xyz, coast.xyz, LOAD4(coastLo, i).xyz), v = d / coast.w;
        vec3 off = d; // from h times the velocity at the start
        bool euler = isEuler(coast.w);
        if (STEP_KEPT) {
            vec3 c = gain[i].xyz, e = vec3(0.0);
            int age = aged(int(gain[i].w), (LOADI1(inContact, i) & BEGINS) != 0);
            if (!euler) {
                off += recalled(c, lag[i].xyz);
                e = nextLag(c, lag[i].xyz, d);
                v += STEP_RECALL * c;
            } else if (STEP_RECALL == 0.0 && age == 0) { // a step of constant acceleration, for all that is known
                e = 0.5 * h * v;
            }
            gain[i] = vec4(v, age);
            lag[i] = vec4(e, 0.0);
        }
        vec3 a = LOADI1(held, i) != 0 || LOADI1(flying, LOADI1(piece, i)) == TOUCHED ? vec3(0.0) : off / (h * h);
        vec3 before = acceleration[i].xyz;
        sum += vec4(dot(a, before), dot(before, before), dot(a, a), 0.0);
        acceleration[i] = vec4(a, 0.0);
        addTo(hi, lo, v);
        velocity[i] = vec4(hi, 0.0);
        velocityLo[i] = vec4(lo, 0.0);
        startHi[i] = xHi;
        startLo[i] = xLo;
    }
    sum = partSum(sum);
    if (leaves() && nonFinite == 0) lasted[place()] = sum;
}
