// Velocity, normal, area and wind of each triangle, constant over the step; twin of cpu's blow.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "fabric.glsl"
#include "air.glsl"
#include "two_step.glsl"
INI4(Corners, corners)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(CoastHi, coastHi)
IN4(Velocity, velocity)
IN4(Gain, gain)
IN4(Lag, lag)
OUT4(AirSlot, airSlot) // n, kn; carried, kt

void main() {
    int t = invocation();
    if (t >= triangleCount) return;
    ivec4 v = LOADI4(corners, t);
    Fabric f = fabricOf(v.w);
    Air a = Air(vec3(0.0), vec3(0.0), 0.0, 0.0);
    vec3 hi = LOAD4(startHi, v.x).xyz, lo = LOAD4(startLo, v.x).xyz;
    vec3 p = difference(LOAD4(startHi, v.y).xyz, LOAD4(startLo, v.y).xyz, hi, lo);
    vec3 q = difference(LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo);
    vec3 v0 = LOAD4(velocity, v.x).xyz, v1 = LOAD4(velocity, v.y).xyz, v2 = LOAD4(velocity, v.z).xyz;
    vec3 speed = (v0 + v1 + v2) / 3.0, at = hi + (p + q) / 3.0, carried = vec3(0.0);
    float k = h;
    if (!isEuler(LOAD4(coastHi, v.x).w) && !isEuler(LOAD4(coastHi, v.y).w) && !isEuler(LOAD4(coastHi, v.z).w)) {
        // BDF2 only: at the end of the step.
        p += h * (v1 - v0);
        q += h * (v2 - v0);
        at += h * speed;
        vec3 e = (LOAD4(lag, v.x).xyz + LOAD4(lag, v.y).xyz + LOAD4(lag, v.z).xyz) / 3.0;
        k = STEP_K;
        carried = (h - k) * speed - STEP_RECALL * e;
        speed += STEP_RATIO * (LOAD4(gain, v.x).xyz + LOAD4(gain, v.y).xyz + LOAD4(gain, v.z).xyz) / 3.0;
    }
    vec3 n = cross(p, q);
    float l = length(n);
    if (l > 0.0) a.n = n / l;
    if (has(TERM_aero) && (f.drag > 0.0 || f.dragSkin > 0.0)) {
        vec3 w = windAt(at);
        if (l > 0.0) {
            float c = 0.25 * airDensity * length(speed - w) * l / k;
            a = Air(a.n, carried + k * w, c * f.drag, c * f.dragSkin);
        }
    }
    airSlot[2 * t] = vec4(a.n, a.kn);
    airSlot[2 * t + 1] = vec4(a.carried, a.kt);
}
