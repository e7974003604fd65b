// Advances the internal variables of an element kind to the accepted positions; twin of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_{kind}.glsl"
#include "strains_{kind}.glsl"
#include "status_read.glsl"
INI4({Kind}Vertices, {kind}Vertices)
IN4({Kind}Rest, {kind}Rest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4({Kind}History, {kind}History)
uniform int reset; // 1: reset all but the strains
uniform int count;

void main() {
    int i = invocation();
    if (i >= count || nonFinite != 0) return;
    ivec4 v = LOADI4({kind}Vertices, i);
    vec3 hi[{corners}], lo[{corners}];
    for (int a = 0; a < {corners}; a++) {
        hi[a] = LOAD4(positionHi, v[a]).xyz;
        lo[a] = LOAD4(positionLo, v[a]).xyz;
    }
    vec4 slot[{KIND}_SLOT], rest[{KIND}_REST];
    for (int j = 0; j < {KIND}_REST; j++) rest[j] = LOAD4({kind}Rest, {KIND}_REST * i + j);
    float eps[{KIND}_STRAINS];
    {kind}Strains(rest, hi, lo, slot, eps);
    for (int k = 0; k < {KIND}_STRAINS; k++) {
        int first = {KIND}_PAST * i, from = {KIND}_KEPT(k, 0);
        Laws l = lawsAt(int(rest[{KIND}_REST - 1].y) + k * LAW_ROW);
        for (int j = 1; j < PAST; j++) {
            int at = {KIND}_KEPT(k, j);
            l.kept[j - 1] = {kind}History[first + at / 4][at % 4];
        }
        commitLaws(l, Strain(eps[k], {kind}History[first + from / 4][from % 4], 0), bvec4(has(TERM_membrane) ||
            has(TERM_springs) || has(TERM_bending), has(TERM_dahl), has(TERM_damping), has(TERM_relaxation)));
        {kind}History[first + from / 4][from % 4] = eps[k];
        for (int j = 1; j < PAST; j++) {
            int at = {KIND}_KEPT(k, j);
            {kind}History[first + at / 4][at % 4] = reset != 0 ? 0.0 : l.kept[j - 1];
        }
    }
}
