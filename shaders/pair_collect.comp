// Broad phase: pairs of features without a common vertex and with overlapping boxes. Vertices search the triangles,
// edges the edges after them in the order of the leaves, so that their traversal starts behind themselves. Neighbouring
// invocations have neighbouring queries with similar traversals. Twin of the search in cpu's selfContact.collect.
//
// Runs twice: to count the pairs of each query and, after a prefix sum, to write them in a fixed order. An iteration
// does the same little work for all entries, because software devices execute every branch.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_features.glsl"
#include "pair_link.glsl"
#include "pair_status.glsl"
#include "place.glsl"
#include "rigid_of.glsl"
INI1(PairQuery, pairQuery) // in the order of the search
IN4(PairBox, pairBox)
IN4(VertexBox, vertexBox)
// count, then index of the first pair, of each query
INOUTI1(PairStart, pairStart)
// query, partner: a single store, because each is a loop on software devices
layout(std430) writeonly restrict buffer PairOverlap { ivec2 pairOverlap[]; };
uniform int count; // vertices and edges
uniform int nodes;   // of the hierarchy
uniform int fill; // 0: count; otherwise the room for pairs

// Most entries visited per query. A query with more comes near most of the cloth, and the step is rejected. llvmpipe
// ends loops after 65535 iterations per invocation.
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
        if (meets && leaf && all(notEqual(v, ends.xxx)) && all(notEqual(v, ends.yyy)) && !SAME_BODY(ends.x, v.x)) {
            if (at < fill) pairOverlap[at] = ivec2(q, within);
            at++;
        }
    }
    if (n >= 0) pairMany = 1;
    if (fill == 0) pairStart[q] = at - begin;
}
