// Fixes speed, normal, area and wind of each triangle for the step; twin of Aero.Begin.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "fabric.glsl"
#include "air.glsl"
INI4(Corners, corners)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(Velocity, velocity)
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
    vec3 n = cross(p, q);
    float l = length(n);
    if (l > 0.0) a.n = n / l;
    if (has(TERM_aero) && (f.drag > 0.0 || f.dragSkin > 0.0)) {
        vec3 w = windAt(hi + (p + q) / 3.0);
        vec3 speed = (LOAD4(velocity, v.x).xyz + LOAD4(velocity, v.y).xyz + LOAD4(velocity, v.z).xyz) / 3.0 - w;
        if (l > 0.0) {
            float k = 0.25 * airDensity * length(speed) * l / h;
            a = Air(a.n, h * w, k * f.drag, k * f.dragSkin);
        }
    }
    airSlot[2 * t] = vec4(a.n, a.kn);
    airSlot[2 * t + 1] = vec4(a.carried, a.kt);
}
