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
#include "element/{kind}.glsl"
INI4({Kind}Vertices, {kind}Vertices)
IN4({Kind}Rest, {kind}Rest) // numbers at rest; size, place of the laws
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4({Kind}History, {kind}History)
INOUTI1({Kind}Side, {kind}Side)
OUT4({Kind}Slot, {kind}Slot)
uniform int begin; // 1: the first evaluation of a step
uniform int count;
PAST_OF({kind}History, {KIND}_PAST)

void main() {
    int i = invocation();
    if (i >= count) return;
    ivec4 v = LOADI4({kind}Vertices, i);
    vec4 rest = LOAD4({kind}Rest, 2 * i);
    vec2 of = LOAD4({kind}Rest, 2 * i + 1).xy;
    vec3 hi[{corners}], lo[{corners}];
    for (int a = 0; a < {corners}; a++) {
        hi[a] = LOAD4(positionHi, v[a]).xyz;
        lo[a] = LOAD4(positionLo, v[a]).xyz;
    }
    vec4 slot[{KIND}_SLOT];
    float eps = {kind}Strain(rest, hi, lo, slot);
    float past[PAST] = pastOf(i);
    int side = begin != 0 ? 0 : {kind}Side[i];
    Response r = respond(oneOf(int(of.y), eps, past), TERM_{term}, side);
    if (begin != 0) {kind}Side[i] = side;
    {kind}Stress(rest, of.x, r, slot);
    for (int j = 0; j < {KIND}_SLOT; j++) {kind}Slot[{KIND}_SLOT * i + j] = slot[j];
}
