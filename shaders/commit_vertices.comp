// Makes the trial positions the state. Velocity changes are computed from the deviation from free flight: computed from
// the whole displacement they would lose the digits of gravity in short steps. Also stores the history of BDF2; twin of
// cpu's leave.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
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
INI1(InContact, inContact)
INOUT4(Gain, gain) // see two_step.glsl
INOUT4(Lag, lag)

void main() {
    int i = invocation();
    if (i < vertexCount && nonFinite == 0) {
        vec4 xHi = LOAD4(positionHi, i), xLo = LOAD4(positionLo, i), coast = LOAD4(coastHi, i);
        vec3 hi = velocity[i].xyz, lo = velocityLo[i].xyz;
        vec3 d = difference(xHi.xyz, xLo.xyz, coast.xyz, LOAD4(coastLo, i).xyz), v = d / coast.w;
        bool euler = isEuler(coast.w);
        if (STEP_KEPT) {
            vec3 c = gain[i].xyz, e = vec3(0.0);
            int age = aged(int(gain[i].w), (LOADI1(inContact, i) & BEGINS) != 0);
            if (!euler) {
                e = nextLag(c, lag[i].xyz, d);
                v += STEP_RECALL * c;
            } else if (STEP_RECALL == 0.0 && age == 0) { // constant acceleration is assumed
                e = 0.5 * h * v;
            }
            gain[i] = vec4(v, age);
            lag[i] = vec4(e, 0.0);
        }
        addTo(hi, lo, v);
        velocity[i] = vec4(hi, 0.0);
        velocityLo[i] = vec4(lo, 0.0);
        startHi[i] = xHi;
        startLo[i] = xLo;
    }
}
