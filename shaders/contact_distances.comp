// Reduces the lower bounds of distances from moving surfaces by the motion of contact points and surfaces since they
// were measured; twin of the start of cpu's guess and of obstacle.begin.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
INI4(Corners, corners)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN1(BodyMoved, bodyMoved)
INOUT4(ClearHi, clearHi) // positions at which distances were measured
INOUT4(ClearLo, clearLo)
INOUTI4(NearHead, nearHead)
OUT4(Gives, gives)

void main() {
    int i = invocation();
    if (i >= pointCount()) return;
    vec3 hi, lo;
    if (i < vertexCount) {
        hi = LOAD4(startHi, i).xyz;
        lo = LOAD4(startLo, i).xyz;
    } else {
        ivec4 v = LOADI4(corners, i - vertexCount);
        meanSplit(LOAD4(startHi, v.x).xyz, LOAD4(startLo, v.x).xyz, LOAD4(startHi, v.y).xyz,
                 LOAD4(startLo, v.y).xyz, LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo);
    }
    float drift = length(difference(hi, lo, clearHi[i].xyz, clearLo[i].xyz));
    clearHi[i] = vec4(hi, 0.0);
    clearLo[i] = vec4(lo, 0.0);
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i;
        // The bound must hold despite rounding.
        float clear = intBitsToFloat(nearHead[at].z) - 1.000001 * (drift + obstacle[o].x + LOAD1(bodyMoved, o));
        nearHead[at].z = floatBitsToInt(clear);
        gives[at] = vec4(0.0);
    }
}
