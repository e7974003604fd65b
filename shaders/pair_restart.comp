// Makes the candidates of an earlier step those of this one; twin of cpu's selfContact.restart, which explains why they
// stay valid.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
INI1(Candidate, candidate)                                                       // query, partner
layout(std430) writeonly restrict buffer PairDistance { float pairDistance[]; }; // at the start of the step [m]
layout(std430) writeonly restrict buffer PairState { int pairState[]; };         // see pair_state.glsl
uniform int count; // candidates

void main() {
    int c = invocation();
    if (c >= count) return;
    bool face;
    ivec4 v = pairVertices(LOADI1(candidate, 2 * c), LOADI1(candidate, 2 * c + 1), face);
    Path p = pairWay(face, v);
    pairPlace(v, p);
    pairDistance[c] = sqrt(pairAt(p, 0.0).d2);
    pairState[c] = 0;
}
