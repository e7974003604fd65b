// Tells whether a trial position is farther than the slack from the one that pairs were collected for;
// twin of cpu's selfContact.covers.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair.glsl"
#include "pair_status.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CollectedHi, collectedHi)
IN4(CollectedLo, collectedLo)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 d = difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, LOAD4(collectedHi, i).xyz, LOAD4(collectedLo, i).xyz);
    if (!(dot(d, d) <= selfSlack * selfSlack)) pairLeft = 1; // the same from all that write
}
