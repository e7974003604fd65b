// Starts a step: free flight as the first guess, with gravity for pieces that fly, with what lasts of their accelerations for others that nothing touches, and no vertex held.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "flying.glsl"
#include "reduce.glsl"
IN4(StartHi, startHi) // positions at the start of the step
IN4(StartLo, startLo)
IN4(Velocity, velocity)
IN4(VelocityLo, velocityLo)
INI1(Piece, piece)   // of each vertex
INI1(Flying, flying)
IN4(Acceleration, acceleration) // over the step before, see commit_vertices.comp
OUT4(CoastHi, coastHi) // where the vertex would be without forces
OUT4(CoastLo, coastLo)
OUT4(PositionHi, positionHi) // trial positions
OUT4(PositionLo, positionLo)
OUT4(Moved, moved) // trial minus start
INOUTI1(Held, held)
IN4(Lasted, lasted)
uniform int sums; // that commit_vertices has left; 0: nothing lasts

// step.Lasting, by all for themselves, in the same order.
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
    float lasts = sum.x / max(sum.y, sum.z);
    return sum.x > 0.0 && lasts < 1.001 ? min(1.0, lasts) : 0.0; // none of what is no number
}

void main() {
    float lasting = share();
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec3 hi = LOAD4(startHi, i).xyz, lo = LOAD4(startLo, i).xyz, hi0 = hi, lo0 = lo;
        vec3 way, rest;
        twoProduct(vec3(h), LOAD4(velocity, i).xyz, way, rest);
        addTo(hi, lo, way);
        addTo(hi, lo, rest + h * LOAD4(velocityLo, i).xyz);
        coastHi[i] = vec4(hi, 0.0);
        coastLo[i] = vec4(lo, 0.0);
        int flies = LOADI1(flying, LOADI1(piece, i));
        if (flies == FLIES) {
            if (has(TERM_gravity)) addTo(hi, lo, h * h * gravity.xyz);
        } else if (flies == UNTOUCHED && lasting > 0.0) {
            addTo(hi, lo, lasting * h * h * LOAD4(acceleration, i).xyz);
        }
        positionHi[i] = vec4(hi, 0.0);
        positionLo[i] = vec4(lo, 0.0);
        moved[i] = vec4(difference(hi, lo, hi0, lo0), 0.0);
        held[i] = 0;
    }
}
