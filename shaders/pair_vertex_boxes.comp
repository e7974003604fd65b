// Box of each vertex around its start and trial position, which is stored; valid until the next broad phase. Twin of
// the start of cpu's selfContact.collect.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(StartHi, startHi)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(PairRest, pairRest)
OUT4(VertexBox, vertexBox) // low and high corner
OUT4(CollectedHi, collectedHi)
OUT4(CollectedLo, collectedLo)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 a = LOAD4(startHi, i).xyz, b = LOAD4(positionHi, i).xyz;
    // Half of the largest distance of a pair, which depends on the least of its four vertices. The low parts of the
    // positions and the rounding here are below 2⁻²² of the coordinates.
    vec4 rest = LOAD4(pairRest, i);
    float stout = 1.5 * max(0.0, rest.w - 0.5 * selfThickness);
    vec3 grow = min(selfReach, 0.75 * rest.x) + stout + selfSlack + 2.5e-7 * max(abs(a), abs(b));
    vertexBox[2 * i] = vec4(min(a, b) - grow, 0.0);
    vertexBox[2 * i + 1] = vec4(max(a, b) + grow, 0.0);
    collectedHi[i] = vec4(b, 0.0);
    collectedLo[i] = LOAD4(positionLo, i);
}
