// Increases the stiffness of pairs that hit although they were in the layer, for the rest of the step. Pairs are stored
// by query and partner, because candidates change. The order does not matter, because they are counted.
#version 430 core
#include "load.glsl"
#include "pair_state.glsl"
#include "pair_status.glsl"
#include "pair_candidates.glsl"
INI1(PairFlag, pairFlag)
INI1(PairState, pairState)
layout(std430) writeonly restrict buffer PairStiff { int pairStiff[]; }; // query, partner
uniform int count;  // candidates
uniform int unseen; // 1: also pairs that were not in the layer

void main() {
    int c = invocation();
    if (c >= count || LOADI1(pairFlag, c) == 0 || unseen == 0 && (LOADI1(pairState, c) & PAIR_TOUCHED) == 0) return;
    int at = atomicAdd(pairStiffened, 1);
    pairStiff[2 * at] = TEXEL(candidate, 2 * c).r;
    pairStiff[2 * at + 1] = TEXEL(candidate, 2 * c + 1).r;
}
