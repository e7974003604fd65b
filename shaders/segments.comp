// Evaluates all terms on segments at the trial positions; twin of cpu's segmentCode.
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
#include "one.glsl"
INI4(SegmentVertices, segmentVertices)
IN4(SegmentRest, segmentRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(SegmentHistory, segmentHistory)
INOUTI1(SegmentSide, segmentSide)
OUT4(SegmentSlot, segmentSlot)
uniform int begin; // 1: the first evaluation of a step
uniform int count;
PAST_OF(segmentHistory, SEGMENT_PAST)

void main() {
    int i = invocation();
    if (i >= count) return;
    ivec4 v = LOADI4(segmentVertices, i);
    vec4 rest = LOAD4(segmentRest, i);
    vec3 ph, pl, w;
    differenceSplit(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, LOAD4(positionHi, v.x).xyz,
        LOAD4(positionLo, v.x).xyz, ph, pl);
    float e = segmentStrain(rest.x, ph, pl, w), eps = segmentElongation(e);
    float past[PAST] = pastOf(i);
    int side = begin != 0 ? 0 : segmentSide[i];
    Response r = respond(oneOf(v.z, eps, past), TERM_springs, side);
    if (begin != 0) segmentSide[i] = side;
    float l = length(w), tension = rest.y * rest.x * r.sigma;
    int s = SEGMENT_SLOT * i;
    segmentSlot[s] = vec4(l > 0.0 ? w / l : vec3(0.0), tension);
    segmentSlot[s + 1] = vec4(rest.y * rest.x * rest.x * r.slope, l > 0.0 ? max(tension, 0.0) * rest.x / l : 0.0, e,
        0.0);
}
