// Starts a step: selects vertices for backward Euler, unpins all vertices, and computes the first guess: free flight,
// with gravity for free pieces and with the persisting part of the last accelerations for others without contact.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "flying.glsl"
#include "reduce.glsl"
#include "two_step.glsl"
IN4(StartHi, startHi) // positions at the start of the step
IN4(StartLo, startLo)
IN4(Velocity, velocity)
IN4(VelocityLo, velocityLo)
INI1(VertexComponent, vertexComponent)   // of each vertex
INI1(Flying, flying)
IN4(Acceleration, acceleration) // of the last step, see commit_vertices.comp
OUT4(CoastHi, coastHi) // force-free position; k of the integrator [s], see two_step.glsl
OUT4(CoastLo, coastLo)
OUT4(PositionHi, positionHi) // trial positions
OUT4(PositionLo, positionLo)
OUT4(Moved, moved) // trial position − start
IN4(Gain, gain)
IN4(Lag, lag)
INOUTI1(Held, held)
IN4(Lasted, lasted)
uniform int sums; // partial sums left by commit_vertices; 0: no persistence

// step.AccelerationPersistence, computed by every invocation in the same order.
float share() {
    vec4 sum = vec4(0.0);
#ifdef FETCH
    for (int k = 0; k < sums; k++) sum += LOAD4(lasted, k);
#else
    for (int k = int(gl_LocalInvocationID.x); k < sums; k += GROUP) sum += LOAD4(lasted, k);
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) lane[0] = sum;
    sync();
    sum = lane[0];
#endif
    float persists = sum.x / max(sum.y, sum.z);
    return sum.x > 0.0 && persists < 1.001 ? min(1.0, persists) : 0.0; // zero for NaN
}

void main() {
    float lasting = share();
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec3 hi = LOAD4(startHi, i).xyz, lo = LOAD4(startLo, i).xyz, hi0 = hi, lo0 = lo;
        coastAlong(LOAD4(velocity, i).xyz, LOAD4(velocityLo, i).xyz, hi, lo);
        bool euler = STEP_RECALL == 0.0 || impacts(int(LOAD4(gain, i).w), false);
        float k = euler ? h : STEP_K;
        vec3 cHi = hi, cLo = lo;
        if (!euler) addTo(cHi, cLo, bdf2Displacement(LOAD4(gain, i).xyz, LOAD4(lag, i).xyz));
        coastHi[i] = vec4(cHi, k);
        coastLo[i] = vec4(cLo, 0.0);
        int flies = LOADI1(flying, LOADI1(vertexComponent, i));
        if (flies == FLIES) {
            hi = cHi;
            lo = cLo;
            if (has(TERM_gravity)) addTo(hi, lo, k * k * gravity.xyz);
        } else if (flies == UNTOUCHED && lasting > 0.0) {
            addTo(hi, lo, lasting * h * h * LOAD4(acceleration, i).xyz);
        }
        positionHi[i] = vec4(hi, 0.0);
        positionLo[i] = vec4(lo, 0.0);
        moved[i] = vec4(difference(hi, lo, hi0, lo0), 0.0);
        held[i] = 0;
    }
}
