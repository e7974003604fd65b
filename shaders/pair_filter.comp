// Keeps the pairs with overlapping boxes that may come near on paths to the trial positions and to all positions within
// slack of them: the candidates. Twin of cpu's selfContact.consider.
//
// Runs twice: for all pairs, to measure and flag them, and, after counting, for the flagged ones, to write them.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
#include "pair_law.glsl"
INI1(PairOverlap, pairOverlap)                                                   // query, partner
// distance at the start of the step [m]
layout(std430) restrict buffer PairApart { float pairApart[]; };
#include "pair_flag.glsl"                                                        // of the pairs: candidates
layout(std430) writeonly restrict buffer Candidate { ivec2 candidate[]; };       // query, partner
layout(std430) writeonly restrict buffer PairDistance { float pairDistance[]; }; // at the start of the step [m]
layout(std430) writeonly restrict buffer PairState { int pairState[]; };         // see pair_state.glsl
#include "pair_status_read.glsl"
uniform int count;    // items: pairs with overlapping boxes or candidates, or the room for them
uniform int overlaps; // number of pairs with overlapping boxes
uniform int fill;

void main() {
    int at = invocation();
    if (at >= (fill != 0 ? min(count, flagPlace(overlaps, overlaps)) : count)) return;
    if (fill == 0 && at >= pairTotals[TOTAL_OVERLAPS]) {
        pairFlag[at] = 0;
        return;
    }
    int c = fill != 0 ? flagged(at, overlaps) : at;
    int query = LOADI1(pairOverlap, 2 * c), partner = LOADI1(pairOverlap, 2 * c + 1);
    if (fill != 0) {
        candidate[at] = ivec2(query, partner);
        pairDistance[at] = pairApart[c];
        pairState[at] = 0;
        return;
    }
    bool face;
    ivec4 v = pairVertices(query, partner, face);
    Path p = pairWay(face, v);
    pairPlace(v, p);
    float d = sqrt(pairAt(p, 0.0).d2);
    pairApart[c] = d;
    // Each feature may end within slack of its trial position; the rest is rounding.
    pairFlag[c] = d - pairReach(p) - 2.00001 * selfSlack > PAIR_REACH * pairThickness(v) ? 0 : 1;
}
