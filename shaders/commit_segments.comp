// Moves what segments keep to the accepted positions; twin of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "segment.glsl"
#include "law.glsl"
#include "laws_segment.glsl"
#include "status_read.glsl"
INI4(SegmentVertices, segmentVertices)
IN4(SegmentRest, segmentRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4(SegmentHistory, segmentHistory)
uniform int reset; // 1: nothing is kept but the strains
uniform int count;

void main() {
    int i = invocation();
    if (i >= count || nonFinite != 0) return;
    ivec4 v = LOADI4(segmentVertices, i);
    vec3 ph, pl, w;
    differenceSplit(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, LOAD4(positionHi, v.x).xyz,
        LOAD4(positionLo, v.x).xyz, ph, pl);
    float eps = segmentElongation(segmentStrain(LOAD4(segmentRest, i).x, ph, pl, w));
    int at = SEGMENT_PAST * i;
    Laws l = lawsAt(v.z);
    for (int j = 1; j < PAST; j++) l.kept[j - 1] = segmentHistory[at + j / 4][j % 4];
    commitLaws(l, Strain(eps, segmentHistory[at].x, 0), bvec4(has(TERM_membrane) || has(TERM_springs) ||
        has(TERM_bending), has(TERM_dahl), has(TERM_damping), has(TERM_relaxation)));
    segmentHistory[at].x = eps;
    for (int j = 1; j < PAST; j++) segmentHistory[at + j / 4][j % 4] = reset != 0 ? 0.0 : l.kept[j - 1];
}
