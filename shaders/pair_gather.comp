// Adds the gradients and diagonal blocks of pairs to those of vertices, in the order of each vertex's list.
// Off-diagonal blocks are applied in cg_multiply, for which this kernel lists the pairs with a second derivative: few,
// since most active pairs are not in the layer. Twin of the pairs in cpu's gatherGradient and gatherMatrix.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "place.glsl"
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
INI1(PairListStart, pairListStart)
INI1(PairList, pairList)
// range of each vertex in pairProduct
layout(std430) writeonly restrict buffer PairPart { ivec2 pairPart[]; };
// as pairList, at the same places or, by groups, without gaps between vertices
layout(std430) writeonly restrict buffer PairProduct { int pairProduct[]; };
INOUT4(VertexSlot, vertexSlot)

// The first entry of a vertex in pairList.
int listStart(int v) { return place(LOADI1(pairListStart, v), LOADI1(pairListStart, PLACE_BASE(v, vertexCount))); }

// Whether a pair has a force: with zero second derivative it has none, see contact.glsl and friction.glsl.
bool acts(int p) { return LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz != vec3(0.0); }

#include "scan.glsl"
#include "pair_gather_row.glsl"
#include "pair_gather_group.glsl"

void main() { gatherPairs(invocation()); }
