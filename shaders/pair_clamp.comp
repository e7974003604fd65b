// Path fractions of vertices, see pair_ccd.comp. Phase 0: sets all to one; 1: applies smaller ones; 2: counts them.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_status.glsl"
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INOUTI1(PairNextFraction, pairNextFraction)
layout(std430) restrict buffer PairFraction { float pairFraction[]; };
OUT4(PositionHi, positionHi)
OUT4(PositionLo, positionLo)
INOUT4(Moved, moved)
INOUT4(PairWay, pairWay) // the whole displacement [m]
uniform int phase;

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    if (phase == 0) {
        pairFraction[i] = 1.0;
        pairNextFraction[i] = floatBitsToInt(1.0);
        pairWay[i] = moved[i];
        return;
    }
    if (phase == 2) {
        if (pairFraction[i] < 1.0) atomicAdd(pairClamped, 1);
        return;
    }
    pairFraction[i] = intBitsToFloat(pairNextFraction[i]);
    if (pairFraction[i] < 1.0) {
        vec3 hi0 = LOAD4(startHi, i).xyz, lo0 = LOAD4(startLo, i).xyz, hi = hi0, lo = lo0;
        addTo(hi, lo, pairFraction[i] * pairWay[i].xyz);
        positionHi[i] = vec4(hi, 0.0);
        positionLo[i] = vec4(lo, 0.0);
        moved[i] = vec4(difference(hi, lo, hi0, lo0), 0.0);
    }
}
