// Boxes around the paths of features, the last entries of the hierarchy.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_features.glsl"
#include "pair_link.glsl"
INI1(PairLeaf, pairLeaf) // features
IN4(VertexBox, vertexBox)
OUT4(PairBox, pairBox)
uniform int first; // entry
uniform int count;

void main() {
    int k = invocation();
    if (k >= count) return;
    int f = LOADI1(pairLeaf, k), n = first + k;
    ivec4 v = LOADI4(features, f);
    int c = v.z < 0 ? v.y : v.z;
    vec3 lo = min(min(LOAD4(vertexBox, 2 * v.x).xyz, LOAD4(vertexBox, 2 * v.y).xyz), LOAD4(vertexBox, 2 * c).xyz);
    vec3 hi = max(max(LOAD4(vertexBox, 2 * v.x + 1).xyz, LOAD4(vertexBox, 2 * v.y + 1).xyz),
        LOAD4(vertexBox, 2 * c + 1).xyz);
    pairBox[2 * n] = vec4(lo, linkBits(v.w));
    pairBox[2 * n + 1] = vec4(hi, linkBits(f));
}
