// Lists the candidates that may be near at the trial positions, for software devices, which execute every branch of
// pair_detect for every candidate.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
#include "pair_law.glsl"
#include "pair_candidates.glsl"
layout(std430) writeonly restrict buffer PairFlag { int pairFlag[]; };
layout(std430) writeonly restrict buffer PairSupport { int pairSupport[]; };
layout(std430) restrict buffer PairPreselected { int pairPreselected[]; }; // layout as detectList, see detect_kept.comp
uniform int count; // candidates

void main() {
    int c = invocation();
    if (c >= count) return;
    bool face;
    ivec4 v = pairVertices(TEXEL(candidate, 2 * c).r, TEXEL(candidate, 2 * c + 1).r, face);
    pairFlag[c] = 0;
    pairSupport[c] = 0;
    if (LOAD1(pairDistance, c) - pairReach(pairWay(face, v)) > PAIR_REACH * pairThickness(v)) return;
    int n = atomicAdd(pairPreselected[DETECT_COUNT], 1);
    if (n % GROUP == 0) atomicAdd(pairPreselected[0], 1);
    pairPreselected[DETECT_POINTS + n] = c;
}
