// Lists the pairs of features that have no vertex in common and whose boxes meet: vertices search the
// triangles, edges the edges that come after them in the order of the leaves, so that their walk begins
// behind themselves. Neighbouring invocations have neighbouring queries, and go the same way. Twin of the
// search in cpu's selfContact.collect.
//
// Runs twice: to count the pairs of each query, and, when the counts have been summed, to write them
// where they belong, which gives them a fixed order. What a turn does is little and the same for all
// entries: software devices go through every branch.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_features.glsl"
#include "pair_link.glsl"
#include "pair_status.glsl"
#include "place.glsl"
INI1(PairQuery, pairQuery) // in the order of the search
IN4(PairBox, pairBox)
IN4(VertexBox, vertexBox)
// count, then place of the first pair, of each query
INOUTI1(PairStart, pairStart)
// query, partner: one store, as each has a loop on software devices
layout(std430) writeonly restrict buffer PairMeeting { ivec2 pairMeeting[]; };
uniform int count; // queries: vertices and edges
uniform int nodes;   // of the hierarchy
uniform int fill; // 0: count; else for so many there is room

// Entries that one query looks at, at most: a query that needs more comes near most of the cloth, and the
// step is refused. llvmpipe leaves loops after 65535 turns in an invocation.
#define MOST_ENTRIES 50000

void main() {
    int k = invocation();
    if (k >= count) return;
    int q = LOADI1(pairQuery, k), n = 0;
    ivec2 ends = ivec2(q);
    if (q >= vertexCount) {
        ivec4 own = LOADI4(features, q - vertexCount + triangleCount);
        ends = own.xy;
        n = own.w;
    }
    vec3 lo = min(LOAD4(vertexBox, 2 * ends.x).xyz, LOAD4(vertexBox, 2 * ends.y).xyz);
    vec3 hi = max(LOAD4(vertexBox, 2 * ends.x + 1).xyz, LOAD4(vertexBox, 2 * ends.y + 1).xyz);
    int at = fill != 0 ? place(pairStart[q], pairStart[PLACE_BASE(q, count)]) : 0, begin = at;
    for (int turn = 0; n >= 0 && turn < MOST_ENTRIES; turn++) {
        vec4 l = LOAD4(pairBox, 2 * n), h = LOAD4(pairBox, 2 * n + 1);
        bool meets = all(lessThanEqual(l.xyz, hi)) && all(greaterThanEqual(h.xyz, lo)), leaf = n >= nodes;
        int within = linkOf(h.w);
        ivec3 v = LOADI4(features, leaf ? within : 0).xyz;
        n = meets && !leaf ? within : linkOf(l.w);
        if (meets && leaf && all(notEqual(v, ends.xxx)) && all(notEqual(v, ends.yyy))) {
            if (at < fill) pairMeeting[at] = ivec2(q, within);
            at++;
        }
    }
    if (n >= 0) pairMany = 1;
    if (fill == 0) pairStart[q] = at - begin;
}
