// Evaluates all terms on elements of a kind at the trial positions; twin of cpu's codeOf.measure and stressBatch.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_{kind}.glsl"
#include "one.glsl"
#include "strains_{kind}.glsl"
#include "past_{kind}.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUTI1({Kind}Side, {kind}Side)
OUT4({Kind}Slot, {kind}Slot)
uniform int begin; // 1: first evaluation of the step
uniform int count;

void main() {
    int i = invocation();
    if (i >= count) return;
    ivec4 v = LOADI4({kind}Vertices, i);
    vec4 rest[{KIND}_REST];
    {kind}RestAt(i, rest);
    vec3 hi[{corners}], lo[{corners}];
    for (int a = 0; a < {corners}; a++) {
        hi[a] = LOAD4(positionHi, v[a]).xyz;
        lo[a] = LOAD4(positionLo, v[a]).xyz;
    }
    vec4 slot[{KIND}_SLOT];
    float eps[{KIND}_STRAINS];
    {kind}Strains(rest, hi, lo, slot, eps);
    Response r[{KIND}_STRAINS];
    int sides = {kind}Side[i], next = 0;
    for (int k = 0; k < {KIND}_STRAINS; k++) {
        int side = begin != 0 ? 0 : sideOf(sides, k);
        r[k] = respond({kind}Of(i, k, eps[k], rest), TERM_{term}, side);
        next |= packSide(side, k);
    }
    if (begin != 0) {kind}Side[i] = next;
    {kind}Stresses(rest, r, slot);
    for (int j = 0; j < {KIND}_SLOT; j++) {kind}Slot[{KIND}_SLOT * i + j] = slot[j];
}
