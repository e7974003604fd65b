// Moves what elements of a kind keep to the accepted positions; twin of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_{kind}.glsl"
#include "element/{kind}.glsl"
#include "status_read.glsl"
INI4({Kind}Vertices, {kind}Vertices)
IN4({Kind}Rest, {kind}Rest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4({Kind}History, {kind}History)
uniform int reset; // 1: nothing is kept but the strains
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
    vec4 slot[{KIND}_SLOT];
    float eps = {kind}Strain(LOAD4({kind}Rest, 2 * i), hi, lo, slot);
    int at = {KIND}_PAST * i;
    Laws l = lawsAt(int(LOAD4({kind}Rest, 2 * i + 1).y));
    for (int j = 1; j < PAST; j++) l.kept[j - 1] = {kind}History[at + j / 4][j % 4];
    commitLaws(l, Strain(eps, {kind}History[at].x, 0), bvec4(has(TERM_membrane) || has(TERM_springs) ||
        has(TERM_bending), has(TERM_dahl), has(TERM_damping), has(TERM_relaxation)));
    {kind}History[at].x = eps;
    for (int j = 1; j < PAST; j++) {kind}History[at + j / 4][j % 4] = reset != 0 ? 0.0 : l.kept[j - 1];
}
