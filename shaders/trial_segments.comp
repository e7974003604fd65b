// Change of the potential of segments along α times the search direction; see trial_triangles.comp. With w the segment
// over its length at rest and q its change, E changes by q·(w + q/2), in which nothing cancels.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "segment.glsl"
#include "law.glsl"
#include "laws_segment.glsl"
#include "one.glsl"
INI4(SegmentVertices, segmentVertices)
IN4(SegmentRest, segmentRest)
IN4(Direction, direction)
IN4(SegmentSlot, segmentSlot)
IN4(SegmentHistory, segmentHistory)
INOUTI1(SegmentSide, segmentSide)
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;
uniform int count;
PAST_OF(segmentHistory, SEGMENT_PAST)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < count; i += invocations()) {
        ivec4 v = LOADI4(segmentVertices, i);
        vec4 rest = LOAD4(segmentRest, i);
        int s = SEGMENT_SLOT * i;
        float e = LOAD4(segmentSlot, s + 1).z;
        vec3 w = sqrt(max(1.0 + 2.0 * e, 0.0)) * LOAD4(segmentSlot, s).xyz;
        vec3 q = (alpha * rest.x) * (LOAD4(direction, v.y).xyz - LOAD4(direction, v.x).xyz);
        float eps = segmentElongation(e), d = segmentChange(e, dot(q, w + 0.5 * q));
        int side = segmentSide[i];
        vec2 psi = change(oneOf(v.z, eps, pastOf(i)), TERM_springs, d, side);
        segmentSide[i] = side;
        sum = addReduction(sum, vec4(rest.y * psi.x, 0.0, rest.y * psi.y, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
