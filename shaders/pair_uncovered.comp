// Excludes near vertex–triangle pairs whose closest point also belongs to another triangle that is nearer to the vertex
// or comes first; twin of cpu's selfContact.uncovered.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_features.glsl"
#include "pair_candidates.glsl"
#include "pair_status_read.glsl"
INI1(PairSupport, pairSupport)
TEXI1(pairBeside)
layout(std430) writeonly restrict buffer PairFlag { int pairFlag[]; };
uniform int count; // candidates

#ifdef FETCH
TEXI1(pairPreselected)
layout(std430) restrict buffer PairNear { int pairNear[]; }; // layout as pairPreselected
#endif

// Whether the closest point of the pair v, with its support, belongs to a triangle.
bool within(ivec4 v, int support, ivec3 o) {
    for (int k = 1; k < 4; k++)
        if ((support >> k & 1) != 0 && v[k] != o.x && v[k] != o.y && v[k] != o.z) return false;
    return true;
}

// Whether candidate k covers the pair v of the same query.
bool covers(int k, ivec4 v, int support, int partner) {
    int other = LOADI1(pairSupport, k);
    if (other == 0) return false;
    int of = TEXEL(candidate, 2 * k + 1).r;
    ivec3 o = LOADI4(features, of).xyz;
    if (!within(v, support, o)) return false;
    return !within(ivec4(v.x, o), other, v.yzw) ||
        TEXEL(pairBeside, 2 * of + 1).r < TEXEL(pairBeside, 2 * partner + 1).r;
}

void main() {
    int c = invocation();
#ifdef FETCH
    if (c >= TEXEL(pairPreselected, DETECT_COUNT).r) return;
    c = TEXEL(pairPreselected, DETECT_POINTS + c).r;
    int end = count;
#else
    if (c >= count) return;
    int end = min(count, pairCandidates);
#endif
    int support = LOADI1(pairSupport, c), query = TEXEL(candidate, 2 * c).r;
    bool counts = support != 0 && c < end;
    if (counts && query < vertexCount) {
        int partner = TEXEL(candidate, 2 * c + 1).r;
        ivec4 v = ivec4(query, LOADI4(features, partner).xyz);
        for (int k = c - 1; counts && k >= 0 && TEXEL(candidate, 2 * k).r == query; k--)
            counts = !covers(k, v, support, partner);
        for (int k = c + 1; counts && k < end && TEXEL(candidate, 2 * k).r == query; k++)
            counts = !covers(k, v, support, partner);
    }
    pairFlag[c] = counts ? 1 : 0;
#ifdef FETCH
    if (counts) pairNear[DETECT_POINTS + atomicAdd(pairNear[DETECT_COUNT], 1)] = c;
#endif
}
